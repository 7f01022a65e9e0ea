// What the service manager's errors mean for the person who installs. Source of the numbers: winerror.h.

export const WINDOWS_ERROR = {
  denied: 5,
  runsAlready: 1056,
  noSuchService: 1060,
  notActive: 1062,
  beingRemoved: 1072,
} as const

const TEXTS: Readonly<Record<number, string>> = {
  183: 'Somebody made it meanwhile: try again',
  5: 'Only an administrator may do that: open the command line with "Run as administrator"',
  1053: 'The service did not answer Windows in time',
  1056: 'The service runs already',
  1057: 'Windows does not know the account of the service',
  1058: 'The service is disabled: enable it in the list of services',
  1060: 'The service is not installed',
  1061: 'The service is just being started or stopped: try again in a minute',
  1062: 'The service does not run',
  1069: 'Windows could not log the service in to its account',
  1072: 'The service is being removed: close the list of services, or start the computer again, and try again',
  1073: 'The service is already installed',
  1078: 'Another service has this title',
}

export function windowsErrorText(code: number): string {
  return TEXTS[code] ?? `Windows error ${code}`
}
