// Secrets for development: made once in `.data/secrets.json` (0600). Production has none of this and must be given its own.
import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { errorCode } from './error-code.ts'

const SecretsFile = z.strictObject({ root: z.string().min(32) })

/** Every secret follows from the one that is stored, so that a later version that needs another finds it. */
function secretsFrom(root: string): Record<string, string> {
  const secret = (name: string): string => createHmac('sha256', root).update(name).digest('base64url')
  const names = [
    'InternalApi__Key',
    'Identity__SealKey',
    'Identity__RefreshKey',
    'Store__DeviceKeySecret',
    'Payments__ApiKey',
    'Payments__WebhookSecret',
    'Pharmacy__SmsKey',
    'Portal__CookieKey',
    'Storefront__CookieKey',
  ]
  const services = ['portal', 'store', 'pharmacy', 'storefront'].map(
    (name) => [name, secret(`ServiceClient__Secret__${name}`)] as const,
  )
  const keyLists = ['Pharmacy__DataKeys', 'Pharmacy__IndexKeys']
  return {
    ...Object.fromEntries(keyLists.map((name) => [name, `1:${secret(name)}`])),
    ...Object.fromEntries(names.map((name) => [name, secret(name)])),
    ...Object.fromEntries(services.map(([name, value]) => [`ServiceClient__Secret__${name}`, value])),
    Identity__ServiceClients: services.map(([name, value]) => `${name}:${value}`).join(','),
  }
}

/**
 * The environment with development secrets beneath it; under NODE_ENV=production the environment as it is.
 * Several programs may start at once: the file appears whole, and whoever comes second reads the first one's.
 */
export function withDevelopmentSecrets(environment: Environment, dataFolder: string): Environment {
  if (environment['NODE_ENV'] === 'production') return environment
  const file = path.join(dataFolder, 'secrets.json')
  const made = secretsFrom(read(file) ?? create(file))
  // A variable that is set to nothing counts as not set, here as in readSettings.
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  return { ...made, ...Object.fromEntries(given) }
}

function read(file: string): string | null {
  try {
    return SecretsFile.parse(JSON.parse(readFileSync(file, 'utf8'))).root
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new Error(
      `${file} cannot be read; repair or delete it (deleting it ends sign-ins and device keys)`,
      { cause: error },
    )
  }
}

function create(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify({ root: randomBytes(32).toString('base64url') })}\n`, {
    mode: 0o600,
    flush: true,
  })
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
