// SPDX-License-Identifier: Apache-2.0
#include "odr_view.cpp"
