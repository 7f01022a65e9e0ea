# Stands where Node does while the installer is checked: writes down what it is asked, and answers with an exit code.
#
# answers.ini, section `once`: words = exit code, for the next time that these words come.
Unicode true
Target amd64-unicode
Name "recorder"
OutFile "${OUT}"
RequestExecutionLevel user
SilentInstall silent
!include FileFunc.nsh

Section
  ${GetParameters} $R0
  # Behind the path of agent.mjs, its quotes and a blank.
  StrLen $R1 '"$EXEDIR\agent.mjs" '
  StrCpy $R0 $R0 "" $R1
  FileOpen $R2 "C:\recorded.txt" a
  FileSeek $R2 0 END
  FileWrite $R2 "$R0$\n"
  FileClose $R2
  ReadINIStr $R3 "C:\answers.ini" "once" "$R0"
  DeleteINIStr "C:\answers.ini" "once" "$R0"
  StrCmp $R3 "" +2
  SetErrorLevel $R3
SectionEnd
