// relayctl init: settings, secrets, roles and databases, the first admin. Each step says what it made and what was there.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureInstallationRoles, databaseUrls } from '../database/installation-roles.ts'
import { databasesPresent, hasTables } from '../database/roles.queries.ts'
import { configText, databaseNames, faultOf, newConfig, type Config } from '../machine/config-file.ts'
import { configIn } from '../machine/installation.ts'
import { makeStateFolder } from '../machine/places.ts'
import {
  brokenText,
  noteComplete,
  readSecrets,
  secretsStateIn,
  writePrivate,
  writeSecrets,
} from '../machine/secret-files.ts'
import { missingSecrets } from '../machine/secrets.ts'
import { backupKey } from '../backup/backup-key.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command, CommandParts } from './command.ts'
import { bringFirstAdmin } from './first-admin.ts'

export const init: Command = async (parts) => {
  const { places, administrator, report } = parts
  if (!places.isTryOut && process.getuid?.() !== 0)
    throw new RefusedError('relayctl init needs root: sudo relayctl init')
  const state = secretsStateIn(places.secrets)
  if (state.kind === 'broken') throw new RefusedError(brokenText(places.secrets, state.missing))
  const isNew = !existsSync(places.config)
  if (isNew && state.kind === 'whole')
    throw new RefusedError(
      `There are secrets in ${places.secrets} and no ${places.config}: bring both out of a backup with relayctl restore`,
    )
  const config = isNew ? await madeConfig(parts) : configIn(places)
  if (state.kind === 'none') await refuseForeignDatabases(parts, config)
  mkdirSync(places.backups, { recursive: true, mode: 0o700 })
  makeStateFolder(places)
  if (isNew) {
    mkdirSync(path.dirname(places.config), { recursive: true, mode: 0o755 })
    writePrivate(places.config, configText(config))
  }
  report.say(`settings    ${isNew ? 'made' : 'were there'}  ${places.config}`)
  const secrets = keptSecrets(parts, config)
  const made = await ensureInstallationRoles(administrator, config, secrets)
  report.say(`databases   ${made.length === 0 ? 'were there' : `made  ${made.join(', ')}`}`)
  const admin = await bringFirstAdmin(parts)
  report.say(`first admin ${admin}`)
  noteComplete(places.secrets)
  report.answer({ settings: isNew, databases: made, firstAdmin: admin }, [
    'Next: relayctl start, then relayctl doctor',
  ])
  return EXIT.done
}

async function madeConfig({ options, places, report }: CommandParts): Promise<Config> {
  const { url, retention } = options
  if (url === undefined) throw new RefusedError('Say where the panel will be: --url https://panel.example')
  if (retention === undefined)
    throw new RefusedError(
      'Say how long prescriptions are kept, as your law asks: --retention TR=10, or --retention none',
    )
  const given = Object.fromEntries((options.set ?? []).map(settingOf))
  const recipient =
    options['backup-recipient'] ?? (await backupKey(options['recovery-sheet'] ?? null, report))
  const shopUrl = options['shop-url'] ?? shopBeside(url)
  return newConfig({
    url: originOf(url),
    shopUrl: originOf(shopUrl),
    retention,
    recipient,
    erasures: places.erasures,
    given,
  })
}

function settingOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  const name = at === -1 ? '' : text.slice(0, at)
  const fault = faultOf(name)
  if (fault !== null) throw new RefusedError(`--set: ${fault}`)
  return [name, text.slice(at + 1)]
}

function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin
  throw new RefusedError(`${text.slice(0, 100)} is no address such as https://panel.example`)
}

function shopBeside(url: string): string {
  const shop = new URL(originOf(url))
  return `${shop.protocol}//shop.${shop.host}`
}

/** With secrets made anew nothing in them could be read or reached any more. */
async function refuseForeignDatabases(
  { administrator, places }: CommandParts,
  config: Config,
): Promise<void> {
  for (const name of await databasesPresent(administrator, databaseNames(config)))
    if (await hasTables(administrator, name))
      throw new RefusedError(
        `The database ${name} has tables and ${places.secrets} has no secrets: bring both out of a backup with ` +
          'relayctl restore, or choose other names with --set Databases__Prefix=NAME',
      )
}

/** Before any role is made with a password of it: what a killed `init` made is found again. */
function keptSecrets({ places, administrator, report }: CommandParts, config: Config) {
  const present = readSecrets(places.secrets)
  const missing = missingSecrets(present, databaseUrls(administrator, config))
  writeSecrets(places.secrets, missing)
  const count = Object.keys(missing).length
  report.say(`secrets     ${count === 0 ? 'were there' : `${count} made`}  ${places.secrets}`)
  return { ...present, ...missing }
}
