// What patroni is told on a machine of PostgreSQL. Holds passwords: of what stands in its file a reload is enough to exchange them, and
// of its environment a restart of PostgreSQL would be needed.
import { MOST_KEPT, SLOT } from '../archive/log.queries.ts'
import { databaseName } from '../machine/config-file.ts'
import { stringify } from './yaml-lines.ts'
import { machinesWith, ownNetworks, type Inventory, type Machine } from './inventory.ts'
import { REPLICATION_ROLE, REWIND_ROLE, SUPERUSER_ROLE } from './engine-roles.ts'
import type { EngineSecrets } from './engine-secrets.ts'

const TTL_S = 20
const LOOP_S = 5
/** Of each of our programs 20 and its listeners, twice over, and patroni's own. */
const MAX_CONNECTIONS = 200

/** Behind a failover whoever fetches the log for the archive still finds what he had not fetched: segments of a minute. */
const LOG_KEPT = '1GB'

/** patroni.yml: of whoever may read it, PostgreSQL is theirs. */
export function patroniConfig(
  inventory: Inventory,
  { name, address }: Machine,
  secrets: EngineSecrets,
): string {
  const { ports, folders, postgresMajor } = inventory
  const rest = `${address}:${ports.patroni}`
  const own = `${address}:${ports.postgres}`
  const etcd = machinesWith(inventory, 'etcd').map((machine) => `${machine.address}:${ports.etcd}`)
  return `# Made by relayctl cluster. What stands below bootstrap is taken once, when the first machine starts; afterwards: patronictl edit-config.
${stringify({
  scope: 'relay',
  name,
  restapi: {
    listen: rest,
    connect_address: rest,
    authentication: { username: 'patroni', password: secrets.Patroni__Rest },
  },
  etcd3: { hosts: etcd },
  bootstrap: bootstrap(),
  postgresql: {
    listen: own,
    connect_address: own,
    data_dir: folders.postgres,
    bin_dir: `/usr/lib/postgresql/${postgresMajor}/bin`,
    pgpass: `${folders.postgres}.pgpass`,
    use_unix_socket: true,
    authentication: {
      superuser: { username: SUPERUSER_ROLE, password: secrets.Postgres__Superuser },
      replication: { username: REPLICATION_ROLE, password: secrets.Postgres__Replication },
      rewind: { username: REWIND_ROLE, password: secrets.Postgres__Rewind },
    },
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
