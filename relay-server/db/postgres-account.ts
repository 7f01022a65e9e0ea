// Decides as whom PostgreSQL runs: it refuses to run as root, and its data folder must belong to it.
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const NOBODY = 65_534

/** How to start a program of PostgreSQL. */
export interface PostgresAccount {
  /** Words put before the command; empty when it is started directly. */
  readonly wrapper: readonly string[]
  /** The account to start it as; null: the account of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null
}

export interface AccountNeeds {
  /** The user id of this program. */
  readonly self: number
  /** The server program; it must be executable for the account. */
  readonly postgres: string
  /** The folder that holds data folder and socket folder. Exists. */
  readonly folder: string
  /** The data folder, which may not exist yet. When it does, its owner decides. */
  readonly dataFolder: string
  /** The `unshare` program, or null to do without. */
  readonly unshare: string | null
}

/**
 * Chooses the account. As root a user namespace comes first: to the kernel the server is still root's own process, so
 * it may live below a folder that only root can enter (/root, mktemp -d), while PostgreSQL sees an ordinary user.
 * Where namespaces are forbidden, the `postgres` or `nobody` account is used. Throws an Error in words naming what to
 * do when neither works.
 */
export async function chooseAccount(needs: AccountNeeds): Promise<PostgresAccount> {
  const { self } = needs
  const owner = ownerOf(needs.dataFolder)
  if (self !== 0) return ownAccount(self, owner, needs.dataFolder)
  if (owner === null || owner.uid === 0) {
    const wrapped = await inUserNamespace(needs)
    if (wrapped !== null) return wrapped
  }
  return unprivilegedAccount(owner !== null && owner.uid !== 0 ? owner : systemAccount(), needs)
}

function ownAccount(self: number, owner: { uid: number } | null, dataFolder: string): PostgresAccount {
  if (owner !== null && owner.uid !== self) {
    throw new Error(
      `${dataFolder} belongs to user ${owner.uid} and this program runs as user ${self}: start it as that user, ` +
        'or give the folder to this one (chown -R).',
    )
  }
  return { wrapper: [], user: null }
}

async function inUserNamespace(needs: AccountNeeds): Promise<PostgresAccount | null> {
  if (needs.unshare === null) return null
  const wrapper = [needs.unshare, '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  const account: PostgresAccount = { wrapper, user: null }
  return (await works(account, needs)) ? account : null
}

async function unprivilegedAccount(
  user: { uid: number; gid: number } | null,
  needs: AccountNeeds,
): Promise<PostgresAccount> {
  const account: PostgresAccount = { wrapper: [], user }
  if (user !== null && (await works(account, needs))) return account
  const other = user === null ? 'there is no account postgres or nobody to' : `user ${user.uid} may not`
  throw new Error(
    `PostgreSQL cannot run as root, and ${other} use ${needs.folder} and ${needs.postgres}. Start this program as ` +
      'an ordinary user; or move it to a folder that every user may enter, such as /srv or /opt; or allow user ' +
      'namespaces (unshare -U); or set the ConnectionStrings__… setting of this service to a PostgreSQL URL.',
  )
}

// The folder may be closed by any folder above it, so it is tried and not computed.
async function works(account: PostgresAccount, needs: AccountNeeds): Promise<boolean> {
  const command = [...account.wrapper, '/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh']
  const [program, ...args] = [...command, needs.folder, needs.postgres]
  if (program === undefined) return false
  try {
    await run(program, args, { ...account.user, cwd: '/', timeout: 10_000 })
    return true
  } catch {
    return false
  }
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? null : { uid: stats.uid, gid: stats.gid }
}

/** The account of a system PostgreSQL, or else `nobody`. */
function systemAccount(): { uid: number; gid: number } | null {
  const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = rows.map((row) => row.split(':'))
  const row = fields.find(([name]) => name === 'postgres') ?? fields.find(([name]) => name === 'nobody')
  const [, , uid, gid] = row ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}
