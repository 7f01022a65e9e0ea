// Secrets for development: made once in `.data/secrets.json` (0600). Production has none of this and must be given its own.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { errorCode } from './error-code.ts'

const SecretsFile = z.record(z.string(), z.string())

const secret = (): string => randomBytes(32).toString('base64url')

function newSecrets(): Record<string, string> {
  const [portal, store, storefront] = [secret(), secret(), secret()]
  return {
    InternalApi__Key: secret(),
    Identity__SealKey: secret(),
    Identity__RefreshKey: secret(),
    Identity__ServiceClients: `portal:${portal},store:${store},storefront:${storefront}`,
    ServiceClient__Secret__portal: portal,
    ServiceClient__Secret__store: store,
    ServiceClient__Secret__storefront: storefront,
    Store__DeviceKeySecret: secret(),
    Portal__CookieKey: secret(),
  }
}

/**
 * The environment with development secrets beneath it; under NODE_ENV=production the environment as it is.
 * Several programs may start at once: the file appears whole, and whoever comes second reads the first one's.
 */
export function withDevelopmentSecrets(environment: Environment, dataFolder: string): Environment {
  if (environment['NODE_ENV'] === 'production') return environment
  const file = path.join(dataFolder, 'secrets.json')
  const made = read(file) ?? create(file)
  // A variable that is set to nothing counts as not set, here as in readSettings.
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  return { ...made, ...Object.fromEntries(given) }
}

function read(file: string): Record<string, string> | null {
  try {
    return SecretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new Error(
      `${file} cannot be read; repair or delete it (deleting it ends sign-ins and device keys)`,
      { cause: error },
    )
  }
}

function create(file: string): Record<string, string> {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const made = read(file)
  if (made === null) throw new Error(`${file} vanished while it was made`)
  return made
}
