// Where an agent keeps its data when nobody says so. Imports no schema: the launcher needs it as well, and stays small.
import path from 'node:path'

export interface Computer {
  readonly platform: NodeJS.Platform
  readonly homeFolder: string
  /** Runs as root or as a service. */
  readonly isPrivileged: boolean
}

/** `programData`: the environment variable of this name, on Windows. */
export function defaultFolder(programData: string | undefined, computer: Computer): string {
  const { platform, homeFolder, isPrivileged } = computer
  if (platform === 'win32') return path.join(programData ?? homeFolder, 'PharmacyRelay')
  if (platform === 'darwin') {
    return path.join(isPrivileged ? '/' : homeFolder, 'Library/Application Support/PharmacyRelay')
  }
  return isPrivileged ? '/var/lib/pharmacy-relay' : path.join(homeFolder, '.local/share/pharmacy-relay')
}
