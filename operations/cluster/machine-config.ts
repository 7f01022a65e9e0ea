// relay.conf of one machine: what all have, where its own programs listen, and the ports of haproxy by which they find the others.
import { portOf, type Config } from '../machine/config-file.ts'
import { programs } from '../machine/programs.ts'
import { ownNetworks, PROGRAM_OF, type InsideName, type Inventory, type Machine } from './inventory.ts'

/** Above all that haproxy has of one address: to a gateway it is one. */
const CONNECTIONS_OF_HAPROXY = '20000'

export function machineConfig(inventory: Inventory, machine: Machine): Config {
  const { settings, front, ports } = inventory
  const names = programsOf(machine)
  const inside = (name: InsideName): string => `http://${front}:${ports.inside[name]}`
  const listens = programs
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, portSetting }) => [
      [portSetting.replace('__Port', '__Host'), machine.address] as const,
      [portSetting, String(portOf(settings, name))] as const,
    ])
  return {
    Machine__Programs: names.join(','),
    ...Object.fromEntries(listens),
    Health__Host: machine.address,
    Network__Private: ownNetworks(inventory).join(','),
    Gateway__Routes__Identity: inside('identity'),
    Gateway__Routes__Store: inside('store'),
    Gateway__Routes__Pharmacy: inside('pharmacy'),
    Services__Identity: inside('identity'),
    Services__Store: inside('store'),
    Services__Gateway: inside('gateway'),
    Gateway__BehindTerminator: 'true',
    Gateway__PublicScheme: (settings['Portal__GatewayPublicUrl'] ?? '').startsWith('http:')
      ? 'http'
      : 'https',
    Gateway__Limits__ConnectionsPerAddress: CONNECTIONS_OF_HAPROXY,
    Portal__BehindTerminator: 'true',
    Storefront__BehindTerminator: 'true',
    Pharmacy__ErasureFolder: '/var/lib/pharmacy-relay-server/pharmacy-api/erasures',
    Payments__ProviderUrl: 'https://payments.invalid',
    Databases__Prefix: 'relay',
    ...settings,
  }
}

/** Of ours, in the order of starts. */
export function programsOf({ roles }: Machine): string[] {
  const names = roles.map((role) => PROGRAM_OF[role])
  return programs.map(({ name }) => name).filter((name) => names.includes(name))
}
