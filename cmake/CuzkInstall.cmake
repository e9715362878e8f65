# SPDX-License-Identifier: Apache-2.0
# Installs the headers, one export file a component, cuzkConfig.cmake and cuzk.pc.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(cuzk_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/cuzk")

install(TARGETS cuzk EXPORT cuzkTargets FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT cuzkTargets NAMESPACE cuzk:: DESTINATION "${cuzk_package_dir}")
foreach(name IN LISTS cuzk_components)
  install(TARGETS cuzk_${name} EXPORT cuzk-${name}-targets)
  install(EXPORT cuzk-${name}-targets NAMESPACE cuzk:: DESTINATION "${cuzk_package_dir}")
endforeach()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/cuzkConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/cuzkConfig.cmake"
  INSTALL_DESTINATION "${cuzk_package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cuzkConfigVersion.cmake"
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/cuzkConfig.cmake" "${PROJECT_BINARY_DIR}/cuzkConfigVersion.cmake"
  DESTINATION "${cuzk_package_dir}")

# Relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH cuzk_pc_to_prefix "/${CMAKE_INSTALL_DATADIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" cuzk_pc_to_prefix "${cuzk_pc_to_prefix}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/cuzk.pc.in" "${PROJECT_BINARY_DIR}/cuzk.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/cuzk.pc" DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
