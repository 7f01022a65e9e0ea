// Where everything of an installation lies, below `/` or below the folder of a try-out.
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'

export interface Places {
  /** `/`, or the folder of a try-out, in which nothing asks for root. */
  readonly root: string
  readonly isTryOut: boolean
  /** Settings that are no secrets, as systemd reads them too. */
  readonly config: string
  readonly secrets: string
  /** URL of the database server's administrator, where that is not the account postgres of this machine. */
  readonly administrator: string
  /** Each program's own folder is below it. */
  readonly state: string
  /** Pids and credentials of programs that relayctl keeps itself. */
  readonly run: string
  readonly logs: string
  readonly backups: string
  /** What a Prometheus reads: open to all. */
  readonly watch: string
  /** Ids of erased patients: outside of everything that a restore writes anew. */
  readonly erasures: string
}

/** The agent's package has the folders named `pharmacy-relay` in /var: its purge must not meet the servers' data. */
const STATE = 'pharmacy-relay-server'

export function placesIn(root: string | null): Places {
  const base = path.resolve(root ?? '/')
  const at = (...names: string[]): string => path.join(base, ...names)
  return {
    root: base,
    isTryOut: root !== null,
    config: at('etc/pharmacy-relay/relay.conf'),
    secrets: at('etc/pharmacy-relay/secrets'),
    administrator: at('etc/pharmacy-relay/administrator'),
    state: at('var/lib', STATE),
    run: at('run', STATE),
    logs: at('var/log', STATE),
    backups: at('var/backups', STATE),
    watch: at('var/lib', STATE, 'watch'),
    erasures: at('var/lib', STATE, 'pharmacy-api/erasures'),
  }
}

/** Open to go through, whatever the umask: programs are accounts of their own, and each has a folder in it that is its alone. */
export function makeStateFolder({ state }: Places): void {
  mkdirSync(state, { recursive: true })
  chmodSync(state, 0o755)
}
