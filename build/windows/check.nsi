# An installer of our own that calls the macros of installer.nsh in electron-builder's order, for `npm run package:check`:
# electron-builder's own script needs plugins that come with its download. Never given to anybody.
#
#   makensis -DPROJECT_DIR=… -DTREE=… -DRECORDER=… -DLANGUAGES=… -DOUT=… check.nsi
Unicode true
Target amd64-unicode
Name "Pharmacy Relay"
OutFile "${OUT}"
RequestExecutionLevel admin
# The tree is written once and read once.
SetCompress off

!define APP_EXECUTABLE_FILENAME "Pharmacy Relay.exe"
!define UNINSTALLER "Uninstall Pharmacy Relay.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\PharmacyRelayCheck"

# As electron-builder makes it of its command line's flags.
!macro _isUpdated _a _b _t _f
  !insertmacro _LOGICLIB_TEMP
  ${GetParameters} $_LOGICLIB_TEMP
  ClearErrors
  ${GetOptions} $_LOGICLIB_TEMP "--updated" $_LOGICLIB_TEMP
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`

!include "installer.nsh"

Page instfiles
UninstPage instfiles
!include "${LANGUAGES}"

Function .onInit
  SetRegView 64
  SetShellVarContext all
  StrCpy $INSTDIR "$PROGRAMFILES64\Pharmacy Relay"
FunctionEnd

Section
  !insertmacro customCheckAppRunning
  ${If} ${FileExists} "$INSTDIR\${UNINSTALLER}"
    InitPluginsDir
    CopyFiles /SILENT "$INSTDIR\${UNINSTALLER}" "$PLUGINSDIR\old.exe"
    ExecWait '"$PLUGINSDIR\old.exe" /S /KEEP_APP_DATA --updated _?=$INSTDIR' $R0
    !insertmacro customUnInstallCheck
  ${EndIf}
  SetOutPath "$INSTDIR"
  # Wine's Node stays outside; what it would be asked is recorded.
  File /r /x node.exe "${TREE}/*.*"
  File "/oname=${CORE}\node.exe" "${RECORDER}"
  WriteUninstaller "$INSTDIR\${UNINSTALLER}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
  !insertmacro customInstall
SectionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
  !insertmacro customUnInit
FunctionEnd

Section Uninstall
  !insertmacro customCheckAppRunning
  !insertmacro customUnInstall
  SetOutPath $TEMP
  RMDir /r "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
SectionEnd
