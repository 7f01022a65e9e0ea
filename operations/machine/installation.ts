// An installation that is there: its places, its settings, its whole secrets. What every command but `init` begins with.
import { existsSync, readFileSync } from 'node:fs'
import { RefusedError } from '../refused.ts'
import { readConfig, type Config } from './config-file.ts'
import type { Places } from './places.ts'
import { wholeSecrets } from './secret-files.ts'
import type { Secrets } from './secrets.ts'

export interface Installation {
  readonly places: Places
  readonly config: Config
  readonly secrets: Secrets
}

/** Throws RefusedError in words when there is none, or half of one. */
export function openInstallation(places: Places): Installation {
  return { places, config: configIn(places), secrets: wholeSecrets(places.secrets) }
}

export function configIn(places: Places): Config {
  if (existsSync(places.config)) return readConfig(readFileSync(places.config, 'utf8'))
  throw new RefusedError(`There is no ${places.config}: relayctl init makes an installation`)
}
