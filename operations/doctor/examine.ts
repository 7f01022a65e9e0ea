// What the doctor measures on this machine. The judgements are in judgements.ts.
import { execFile } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import net from 'node:net'
import { promisify } from 'node:util'
import { newestBackup } from '../backup/backup-files.ts'
import { lastDrill } from '../backup/drill-note.ts'
import { databaseFacts, type DatabaseFacts } from '../database/facts.queries.ts'
import { olderRows, sealedRowsOf } from '../database/sealed-rows.queries.ts'
import { databaseName, hostOf, portOf, programsHere, type Config } from '../machine/config-file.ts'
import { keeperOf } from '../machine/keeper.ts'
import type { Places } from '../machine/places.ts'
import { databases } from '../machine/programs.ts'
import {
  brokenText,
  makesBackups,
  openSecrets,
  readSecrets,
  secretsStateIn,
} from '../machine/secret-files.ts'
import { BACKUP_URL, KEY_LISTS, type Secrets } from '../machine/secrets.ts'
import type { Finding } from './finding.ts'
import { servedOrigins, servedUntil } from './served-certificate.ts'
import {
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeDrill,
  judgePort,
  judgeSealedRows,
  judgeSecretModes,
} from './judgements.ts'

const ASK_MS = 3_000
const run = promisify(execFile)

export async function examine(parts: {
  readonly places: Places
  readonly config: Config
  readonly backups: string
}): Promise<Finding[]> {
  const { places, config, backups } = parts
  const secrets = readSecrets(places.secrets)
  // Of several machines not each is told the way to every database.
  const known = databases.filter(({ setting }) => secrets[setting] !== '')
  const facts = await Promise.all(known.map(async (one) => factsOf(secrets[one.setting], one)))
  const now = new Date()
  return [
    ...[places.state, backups].filter(existsSync).map(diskOf),
    judgeClock(await isClockSet(), facts.find((one) => one !== null)?.clockAheadMs ?? null),
    ...(await Promise.all(programsHere(config).map(async ({ name }) => portFinding(places, config, name)))),
    ...(await Promise.all(
      Object.values(servedOrigins(config)).map(async (origin) =>
        judgeCertificate(origin, await servedUntil(origin), now),
      ),
    )),
    ...known.map(({ suffix }, index) => judgeDatabase(databaseName(config, suffix), facts[index] ?? null)),
    ...secretFindings(places),
    ...(await sealedFindings(secrets, config)),
    ...(makesBackups(places)
      ? [judgeBackup(newestBackup(backups)?.takenAt ?? null, now), judgeDrill(lastDrill(places), now)]
      : []),
  ]
}

function secretFindings({ secrets }: Places): Finding[] {
  const state = secretsStateIn(secrets)
  const modes = judgeSecretModes(openSecrets(secrets), secrets)
  if (state.kind === 'whole') return [modes]
  const says = state.kind === 'broken' ? brokenText(secrets, state.missing) : 'they are not complete'
  return [
    modes,
    {
      about: 'secrets',
      level: 'now',
      says,
      todo: state.kind === 'broken' ? 'relayctl restore' : 'relayctl init',
    },
  ]
}

/** Where this machine has two keys of patients, and may read all rows: an exchange of them is not at its end. */
async function sealedFindings(secrets: Secrets, config: Config): Promise<Finding[]> {
  const hasOlder = KEY_LISTS.some((name) => secrets[name]?.includes(',') === true)
  if (!hasOlder || (secrets[BACKUP_URL] ?? '') === '') return []
  return [judgeSealedRows(await olderRows(sealedRowsOf(secrets, config)).catch(() => null))]
}

function diskOf(folder: string): Finding {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return judgeDisk(folder, bavail * bsize, blocks * bsize)
}

async function isClockSet(): Promise<boolean | null> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: ASK_MS,
    })
    return stdout.trim() === 'yes'
  } catch {
    return null
  }
}

async function factsOf(
  url: string | undefined,
  { migrationsFolder }: (typeof databases)[number],
): Promise<DatabaseFacts | null> {
  return url === undefined ? null : databaseFacts(url, migrationsFolder).catch(() => null)
}

async function portFinding(places: Places, config: Config, name: string): Promise<Finding> {
  const port = portOf(config, name)
  const isBusy = await isListening(hostOf(config, name), port)
  const pid = isBusy
    ? await keeperOf(places)
        .pidOf(name)
        .catch(() => null)
    : null
  return judgePort(name, port, isBusy ? (pid === null ? 'other' : 'program') : 'nobody')
}

async function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: ASK_MS })
    const end = (answer: boolean) => (socket.destroy(), resolve(answer))
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}
