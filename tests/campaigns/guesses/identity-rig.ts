// A real identity API as a process over a PostgreSQL of its own; what its log says of refused passwords is kept.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '@pharmacy-relay/relay-server/db/embedded-postgres.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { repository } from '../../../scripts/command.ts'

export interface IdentityRig {
  readonly baseUrl: string
  /** When guesses at each account were checked, by the account's guid. */
  readonly checkedAt: ReadonlyMap<string, readonly number[]>
  /** Refused and not looked at. */
  unchecked(): number
  /** Checked of accounts that nobody has. */
  checkedNobody(): number
  stop(): Promise<void>
}

export interface RigUser {
  readonly email: string
  readonly password: string
}

const CHECKED = /"user":(null|"([0-9a-f-]{36})"),"checked":(true|false)/
const TIME = /"time":(\d+)/

export async function startIdentityRig(users: readonly RigUser[]): Promise<IdentityRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-guesses-'))
  const postgres = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    logger: silentLogger,
    durable: false,
  })
  await postgres.ensureDatabase('identity')
  const child = startProgram(folder, postgres.urlOf('identity'), users)
  const log = readLog(child)
  const baseUrl = await listeningAt(child)
  return {
    baseUrl,
    ...log,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startProgram(folder: string, databaseUrl: string, users: readonly RigUser[]): ChildProcess {
  const seed = path.join(folder, 'users.json')
  const rows = users.map((user, n) => ({ ...user, name: `Person ${n}`, role: 'Support' }))
  writeFileSync(seed, JSON.stringify(rows), { mode: 0o600 })
  const program = path.join(repository, 'relay-server/identity-api/main.ts')
  return fork(path.join(repository, 'scripts/run.cjs'), [program], {
    env: {
      PATH: process.env['PATH'],
      Data__Folder: path.join(folder, 'data'),
      Identity__Port: '0',
      Identity__Seed: seed,
      ConnectionStrings__cs_identity: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

async function listeningAt(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the identity API ended with ${String(code)} before it listened`)
  })
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ where: string }]
  return message.where.replace('identity API on ', '')
}

function readLog(child: ChildProcess): Pick<IdentityRig, 'checkedAt' | 'unchecked' | 'checkedNobody'> {
  const checkedAt = new Map<string, number[]>()
  let unchecked = 0
  let nobody = 0
  if (child.stdout === null) throw new Error('the identity API has no log')
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, , guid, isChecked] = CHECKED.exec(line) ?? []
    if (isChecked === 'false') unchecked += 1
    if (isChecked !== 'true') return
    if (guid === undefined) nobody += 1
    else checkedAt.set(guid, [...(checkedAt.get(guid) ?? []), Number(TIME.exec(line)?.[1])])
  })
  return { checkedAt, unchecked: () => unchecked, checkedNobody: () => nobody }
}
