// What etcd is told on a machine of it, as its environment: the form that Debian's unit reads.
import { machinesWith, type Inventory, type Machine } from './inventory.ts'

/** etcd.env. */
export function etcdSettings(inventory: Inventory, { name, address }: Machine): string {
  const { ports, folders } = inventory
  const client = `http://${address}:${ports.etcd}`
  const peerOf = (machine: Machine): string => `http://${machine.address}:${ports.etcdPeer}`
  const peers = machinesWith(inventory, 'etcd').map((machine) => `${machine.name}=${peerOf(machine)}`)
  const lines = {
    ETCD_NAME: name,
    ETCD_DATA_DIR: folders.etcd,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peerOf({ name, address, roles: [] }),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peerOf({ name, address, roles: [] }),
    ETCD_INITIAL_CLUSTER: peers.join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'relay',
    // Patroni writes each 5 s; without it the history grows until etcd takes nothing more.
    ETCD_AUTO_COMPACTION_MODE: 'periodic',
    ETCD_AUTO_COMPACTION_RETENTION: '1h',
  }
  return `# Made by relayctl cluster.\n${Object.entries(lines)
    .map(([key, value]) => `${key}="${value}"\n`)
    .join('')}`
}
