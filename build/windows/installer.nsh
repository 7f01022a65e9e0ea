# What the installer for Windows does beside copying files: service, start at sign-in, and the way back.
#
# electron-builder includes this file into its own script and calls the macros; check.nsi calls them in the same order.
# The words for people come from shared/texts (`npm run package` writes them out as texts.nsh).
#
#   /S                        no window, no question
#   /PAIR=CODE  /HUB=URL      pairs this computer at once
#   /KEEPDATA                 uninstaller: settings, keys and labels stay
#
# Exit codes: 0 done; 2 a program of an older version could not be ended, or its uninstaller failed: nothing was changed, and
# its service runs again;
# 3 installed, but the service or its pairing is not there: install.log beside the program says why.
!include LogicLib.nsh
!include FileFunc.nsh
!include "${PROJECT_DIR}/.data/package/win-x64/texts.nsh"

!define CORE "resources\core"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define RUN_NAME "PharmacyRelay"
!define DATA_FOLDER "PharmacyRelay"
# A service ends within 20 s, a pairing waits for the hub; without output for so long it is given up.
!define ASK_LIMIT_MS 120000
!define UNLOCK_TRIES 40

# Asks the agent's command line. $0: its exit code; $1: what it said, 1,024 letters at most.
!macro askAgent WORDS
  nsExec::ExecToStack /TIMEOUT=${ASK_LIMIT_MS} '"$INSTDIR\${CORE}\node.exe" "$INSTDIR\${CORE}\agent.mjs" ${WORDS}'
  Pop $0
  Pop $1
!macroend

# Before files are exchanged or removed, in installer and uninstaller: the service ends between two labels, the tray has
# nothing to lose. Then nothing holds the files; while something does, nothing is changed.
!macro customCheckAppRunning
  ${If} ${FileExists} "$INSTDIR\${CORE}\agent.mjs"
    !insertmacro askAgent "service stop"
    nsExec::Exec '"$SYSDIR\taskkill.exe" /IM "${APP_EXECUTABLE_FILENAME}"'
    Pop $0
    Sleep 500
    nsExec::Exec '"$SYSDIR\taskkill.exe" /F /IM "${APP_EXECUTABLE_FILENAME}"'
    Pop $0
    !insertmacro expectUnlocked "$INSTDIR\${CORE}\node.exe"
    !insertmacro expectUnlocked "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
  ${EndIf}
!macroend

# A program that runs cannot be opened for writing.
!macro expectUnlocked FILE
  StrCpy $R1 0
  ${Do}
    ClearErrors
    ${IfNot} ${FileExists} "${FILE}"
      ${ExitDo}
    ${EndIf}
    FileOpen $R2 "${FILE}" a
    ${IfNot} ${Errors}
      FileClose $R2
      ${ExitDo}
    ${EndIf}
    IntOp $R1 $R1 + 1
    ${If} $R1 >= ${UNLOCK_TRIES}
      !insertmacro askAgent "service start"
      MessageBox MB_OK|MB_ICONSTOP "$(fileInUse)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    Sleep 250
  ${Loop}
!macroend

# After the old version's uninstaller, in place of electron-builder's own words on it ($R0: how it ended), which leave the
# service stopped. One that could not be started at all is installed over, and then installs its service again.
!macro customUnInstallCheck
  ${If} ${Errors}
    DetailPrint "The uninstaller of the older version could not be started."
  ${ElseIf} $R0 != 0
    ${If} ${FileExists} "$INSTDIR\${CORE}\agent.mjs"
      !insertmacro askAgent "service start"
    ${EndIf}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(uninstallFailed): $R0" /SD IDOK
    DetailPrint "The uninstaller of the older version ended with $R0."
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

# What stands behind an option, up to a blank or a quote; empty without it. GetOptions would end at the next slash, which an
# address has.
!macro optionOf OPTION VALUE
  ${GetParameters} $R5
  StrLen $R6 "${OPTION}"
  StrCpy ${VALUE} ""
  ${DoUntil} $R5 == ""
    StrCpy $R7 $R5 $R6
    ${If} $R7 == "${OPTION}"
      StrCpy ${VALUE} $R5 "" $R6
      ${ExitDo}
    ${EndIf}
    StrCpy $R5 $R5 "" 1
  ${Loop}
  StrCpy $R7 ${VALUE} 1
  ${If} $R7 == '"'
    StrCpy ${VALUE} ${VALUE} "" 1
  ${EndIf}
  StrCpy $R6 0
  ${Do}
    StrCpy $R7 ${VALUE} 1 $R6
    ${If} $R7 == ""
    ${OrIf} $R7 == " "
    ${OrIf} $R7 == '"'
      ${ExitDo}
    ${EndIf}
    IntOp $R6 $R6 + 1
  ${Loop}
  StrCpy ${VALUE} ${VALUE} $R6
!macroend

!macro customInstall
  WriteRegStr HKLM "${RUN_KEY}" "${RUN_NAME}" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
  StrCpy $R3 "service install --again"
  !insertmacro optionOf "/PAIR=" $R1
  !insertmacro optionOf "/HUB=" $R2
  ${If} $R1 != ""
    # With =, so that whatever was given is no option: what is no code is said once the service runs.
    StrCpy $R3 '$R3 --pair="$R1"'
    ${If} $R2 != ""
      StrCpy $R3 '$R3 --hub="$R2"'
    ${EndIf}
  ${EndIf}
  !insertmacro askAgent "$R3"
  # Also when all is well: without a person it is the one place for what the agent remarks. It never says the code.
  FileOpen $R4 "$INSTDIR\install.log" w
  FileWriteUTF16LE /BOM $R4 "service install: $0$\r$\n$1$\r$\n"
  FileClose $R4
  ${If} $0 != 0
    SetErrorLevel 3
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(serviceMissing)$\r$\n$\r$\n$1" /SD IDOK
  ${EndIf}
  ClearErrors
!macroend

# Labels that wait are lost with their folder: a person is asked, a silent uninstaller was told before.
!macro customUnInit
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/KEEPDATA" $R1
  ${If} ${Errors}
  ${AndIfNot} ${Silent}
  ${AndIfNot} ${isUpdated}
    !insertmacro askAgent "waiting"
    ${If} $0 == 1
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(labelsWait)" /SD IDYES IDYES removeThem
      Quit
    ${ElseIf} $0 != 0
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(labelsMayWait)" /SD IDYES IDYES removeThem
      Quit
    ${EndIf}
    removeThem:
  ${EndIf}
  ClearErrors
!macroend

# An update calls the old uninstaller with --updated: then service, start at sign-in and data belong to the new version.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/KEEPDATA" $R1
    ${If} ${Errors}
      StrCpy $R3 "--delete-data"
    ${Else}
      StrCpy $R3 "--keep-data"
    ${EndIf}
    !insertmacro askAgent "service remove $R3"
    ${If} $0 != 0
      !insertmacro removeWithoutAgent
    ${EndIf}
    DeleteRegValue HKLM "${RUN_KEY}" "${RUN_NAME}"
    ${If} $R3 == "--delete-data"
      SetShellVarContext all
      RMDir /r "$APPDATA\${DATA_FOLDER}"
      !insertmacro removeTrayData
    ${EndIf}
  ${EndIf}
  ClearErrors
!macroend

# Of a damaged installation, by Windows' own programs.
!macro removeWithoutAgent
  nsExec::Exec '"$SYSDIR\sc.exe" stop PharmacyRelay'
  Pop $0
  nsExec::Exec '"$SYSDIR\sc.exe" delete PharmacyRelay'
  Pop $0
  nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Pharmacy Relay"'
  Pop $0
!macroend

# What the window left with each user of this computer (theme, size), and electron-builder's copy of the installer.
!macro removeTrayData
  !define PROFILES "Software\Microsoft\Windows NT\CurrentVersion\ProfileList"
  StrCpy $R1 0
  ${Do}
    EnumRegKey $R2 HKLM "${PROFILES}" $R1
    ${If} $R2 == ""
      ${ExitDo}
    ${EndIf}
    ReadRegStr $R4 HKLM "${PROFILES}\$R2" "ProfileImagePath"
    ExpandEnvStrings $R4 "$R4"
    ${If} $R4 != ""
      RMDir /r "$R4\AppData\Roaming\pharmacy-relay"
      RMDir /r "$R4\AppData\Local\pharmacy-relay-updater"
    ${EndIf}
    IntOp $R1 $R1 + 1
  ${Loop}
  !undef PROFILES
!macroend
