// What patroni is told on a machine of PostgreSQL. Passwords stand in a file of their own, which systemd gives it as its environment.
import { MOST_KEPT, SLOT } from '../archive/log.queries.ts'
import { databaseName } from '../machine/config-file.ts'
import { stringify } from './yaml-lines.ts'
import { machinesWith, ownNetworks, type Inventory, type Machine } from './inventory.ts'
import type { EngineSecrets } from './engine-secrets.ts'

const TTL_S = 20
const LOOP_S = 5
/** Of each of our programs 20 and its listeners, twice over, and patroni's own. */
const MAX_CONNECTIONS = 200

/** Behind a failover whoever fetches the log for the archive still finds what he had not fetched: segments of a minute. */
const LOG_KEPT = '1GB'

export const REPLICATION_ROLE = 'replicator'
export const REWIND_ROLE = 'rewinder'

/** patroni.yml. */
export function patroniConfig(inventory: Inventory, { name, address }: Machine): string {
  const { ports, folders, postgresMajor } = inventory
  const rest = `${address}:${ports.patroni}`
  const own = `${address}:${ports.postgres}`
  const etcd = machinesWith(inventory, 'etcd').map((machine) => `${machine.address}:${ports.etcd}`)
  return `# Made by relayctl cluster. What stands below bootstrap is taken once, when the first machine starts; afterwards: patronictl edit-config.
${stringify({
  scope: 'relay',
  name,
  restapi: { listen: rest, connect_address: rest },
  etcd3: { hosts: etcd },
  bootstrap: bootstrap(),
  postgresql: {
    listen: own,
    connect_address: own,
    data_dir: folders.postgres,
    bin_dir: `/usr/lib/postgresql/${postgresMajor}/bin`,
    pgpass: `${folders.postgres}.pgpass`,
    use_unix_socket: true,
    parameters: { unix_socket_directories: folders.sockets },
    pg_hba: accessRules(inventory),
  },
})}`
}

function bootstrap() {
  return {
    dcs: {
      ttl: TTL_S,
      loop_wait: LOOP_S,
      retry_timeout: LOOP_S,
      // A standby that has not everything is no successor.
      maximum_lag_on_failover: 0,
      // What was acknowledged is on two machines; a lone primary goes on, and the alert says so.
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: {
          max_connections: MAX_CONNECTIONS,
          wal_log_hints: 'on',
          synchronous_commit: 'on',
          wal_keep_size: LOG_KEPT,
          max_slot_wal_keep_size: MOST_KEPT,
        },
      },
      // Of the archive: whoever becomes primary has it, and patroni takes away no slot that is named here.
      slots: { [SLOT]: { type: 'physical' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  }
}

/** The account of the system over the socket; machines of PostgreSQL among themselves; all others by haproxy. */
function accessRules(inventory: Inventory): string[] {
  const among = ownNetworks({ machines: machinesWith(inventory, 'postgres') })
  const balancers = ownNetworks({ machines: machinesWith(inventory, 'haproxy'), front: inventory.front })
  return [
    'local all postgres peer',
    ...among.flatMap((network) => [
      `host replication ${REPLICATION_ROLE} ${network} scram-sha-256`,
      `host all ${REWIND_ROLE} ${network} scram-sha-256`,
    ]),
    ...balancers.flatMap((network) => [
      `host all all ${network} scram-sha-256`,
      // The archive fetches the log of whoever is primary; "all" is no replication.
      `host replication ${databaseName(inventory.settings, 'backup')} ${network} scram-sha-256`,
    ]),
  ]
}

/** patroni.env: of whoever may read it, PostgreSQL is theirs. */
export function patroniSecrets(secrets: EngineSecrets): string {
  const lines = {
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: secrets.Postgres__Superuser,
    PATRONI_REPLICATION_USERNAME: REPLICATION_ROLE,
    PATRONI_REPLICATION_PASSWORD: secrets.Postgres__Replication,
    PATRONI_REWIND_USERNAME: REWIND_ROLE,
    PATRONI_REWIND_PASSWORD: secrets.Postgres__Rewind,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: secrets.Patroni__Rest,
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
