// `npm run audit`: says whether the staff log is as it was written, and erases words of its rows.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EarlierSecretsText } from '@pharmacy-relay/relay-server/auth/secret-texts.ts'
import { withDevelopmentSecrets } from '@pharmacy-relay/relay-server/http/development-secrets.ts'
import { chainRows, eraseWords } from '@pharmacy-relay/relay-server/store-api/audit/chain.queries.ts'
import {
  checkpointFile,
  checkpointSigner,
  type Signer,
} from '@pharmacy-relay/relay-server/store-api/audit/checkpoints.ts'
import { verifyChain } from '@pharmacy-relay/relay-server/store-api/audit/verify-chain.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { auditOptions, USAGE, type AuditOptions } from './audit/options.ts'
import { reportText } from './audit/report-text.ts'
import { endWithFault } from './fault.ts'
import { openStore } from './seed/seed-store.ts'

const EXIT_USAGE = 2
const EXIT_BROKEN = 3
const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')

const options = optionsOrEnd()
try {
  process.exit(options.kind === 'help' ? say(USAGE) : await withStore((db) => carriedOut(db, options)))
} catch (error) {
  endWithFault('audit', error)
}

async function carriedOut(
  db: StoreDb,
  wanted: Exclude<AuditOptions, { readonly kind: 'help' }>,
): Promise<number> {
  return wanted.kind === 'verify' ? verified(db, wanted.checkpoint) : erased(db, wanted.ids)
}

/** A file that is named must be there; the store API's own may not be there yet. */
async function verified(db: StoreDb, named: string | null): Promise<number> {
  const file = named ?? checkpointFile(process.env['Store__AuditCheckpoints'] ?? '', dataFolder)
  const isUsed = named !== null || existsSync(file)
  const links = isUsed
    ? signerOf(withDevelopmentSecrets(process.env, dataFolder)).read(await readFile(file, 'utf8'))
    : []
  const report = await verifyChain(chainRows(db), links)
  say(reportText(report, isUsed ? { file, count: links.length } : null))
  return report.fault === null ? 0 : EXIT_BROKEN
}

async function erased(db: StoreDb, ids: readonly number[]): Promise<number> {
  const operator = { subject: 'operator', name: 'operator', role: 'Service' } as const
  for (const id of ids)
    say(
      (await eraseWords(db, id, operator))
        ? `Row ${id}: name, text and values are erased.\n`
        : `Row ${id}: there is nothing to erase.\n`,
    )
  return 0
}

function signerOf(environment: Environment): Signer {
  const secret = environment['Store__DeviceKeySecret']
  if (secret === undefined) throw new Error('Set Store__DeviceKeySecret: it proves the checkpoints')
  return checkpointSigner(
    secret,
    EarlierSecretsText.parse(environment['Store__PreviousDeviceKeySecrets'] ?? ''),
  )
}

async function withStore(work: (db: StoreDb) => Promise<number>): Promise<number> {
  const isByUrl = (process.env['ConnectionStrings__cs_store'] ?? '') !== ''
  if (!isByUrl && !existsSync(path.join(dataFolder, 'store')))
    throw new Error(`There is no store database in ${dataFolder}`)
  const database = await openStore(dataFolder)
  try {
    return await work(database.db)
  } finally {
    await database.stop()
  }
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

function optionsOrEnd(): AuditOptions {
  try {
    return auditOptions(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`audit: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(EXIT_USAGE)
  }
}
