// What people read while the agent is installed or removed, in English.

export const installerEn = {
  fileInUse:
    'A program of Pharmacy Relay is still running and cannot be ended. Nothing was changed. Restart the computer and try again.',
  serviceMissing:
    'Pharmacy Relay is on this computer, but its service was not set up completely. Labels do not come out yet. Open Pharmacy Relay from the start menu, or tell support:',
  labelsWait:
    'Labels are waiting on this computer that have not come out yet. If you go on, they are lost. Remove Pharmacy Relay all the same?',
  labelsMayWait:
    'The service does not answer, so labels may still be waiting on this computer. If you go on, they are lost. Remove Pharmacy Relay all the same?',
}

export type InstallerTexts = Readonly<Record<keyof typeof installerEn, string>>
