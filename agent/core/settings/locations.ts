// Where the data folder and the control socket are, which must be known before the database is open.
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { defaultFolder, type Computer } from './default-folder.ts'
import { effectiveSettings } from './effective-settings.ts'

export interface Locations {
  readonly dataFolder: string
  readonly controlSocket: string
}

/** Throws SettingsError when the environment holds a faulty value. */
export function locationsOf(environment: Environment, computer: Computer): Locations {
  const { values } = effectiveSettings({ environment, stored: new Map(), computer: {} })
  const dataFolder = path.resolve(values.DataFolder ?? defaultFolder(environment['ProgramData'], computer))
  return { dataFolder, controlSocket: values.ControlSocket ?? defaultSocket(dataFolder, computer) }
}

/** Pipes of Windows have one flat name space, so the name tells the folder. */
function defaultSocket(dataFolder: string, { platform }: Computer): string {
  if (platform !== 'win32') return path.join(dataFolder, 'agent.sock')
  const digest = createHash('sha256').update(dataFolder.toLowerCase()).digest('hex').slice(0, 16)
  return `\\\\.\\pipe\\pharmacy-relay-${digest}`
}
