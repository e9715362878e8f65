# SPDX-License-Identifier: Apache-2.0
# cmake -DNPM=... -DSOURCE=... -DWORK=... -DPACKAGES=... -P install.cmake
# Installs what package.json names into WORK, once: a second run with the same list returns at once.

cmake_minimum_required(VERSION 3.25)

file(READ "${SOURCE}/package.json" wanted)
set(wanted "${wanted}${PACKAGES}")
if(EXISTS "${WORK}/installed")
  file(READ "${WORK}/installed" have)
  if(have STREQUAL wanted)
    return()
  endif()
endif()
file(REMOVE "${WORK}/installed")
file(MAKE_DIRECTORY "${WORK}")
configure_file("${SOURCE}/package.json" "${WORK}/package.json" COPYONLY)
# --legacy-peer-deps: a package of production circuits names an old snarkjs as its peer.
execute_process(COMMAND "${NPM}" install --ignore-scripts --legacy-peer-deps --no-audit --no-fund --no-package-lock --no-save ${PACKAGES}
  WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${WORK}/installed" "${wanted}")
