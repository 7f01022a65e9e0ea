// Where the platform's programs listen, from the same settings that the programs read, and how they find each other.
import net from 'node:net'
import { OriginText, PortText, readSettings, type Environment } from '@pharmacy-relay/shared/env.ts'

const port = (fallback: string, program: string) => ({
  schema: PortText,
  help: `port of the ${program}`,
  fallback,
})

export const portSettings = {
  Gateway__Port: port('5082', 'gateway'),
  Identity__Port: port('5193', 'identity API'),
  Store__Port: port('5141', 'store API'),
  Pharmacy__Port: port('5100', 'pharmacy API'),
  Portal__Port: port('5132', 'portal'),
  Storefront__Port: port('3000', 'storefront'),
} as const

export type Ports = { readonly [K in keyof typeof portSettings]: number }

export function readPorts(environment: Environment): Ports {
  return readSettings(portSettings, environment)
}

export const loopbackUrl = (portNumber: number): string => `http://127.0.0.1:${portNumber}`

/** Where browsers and agents find the portal: the address of the balancer in front of it, if one is set. Throws SettingsError. */
export function publicUrl(environment: Environment, ports: Ports): string {
  const help = 'where browsers and agents find the portal'
  const fallback = loopbackUrl(ports.Portal__Port)
  const table = { Portal__PublicUrl: { schema: OriginText, help, fallback } }
  return readSettings(table, environment).Portal__PublicUrl
}

/** The environment every program of the platform is started with: ports, and each other's addresses. */
export function platformEnvironment(
  ports: Ports,
  portalUrl = loopbackUrl(ports.Portal__Port),
): Record<string, string> {
  const given = Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)]))
  return {
    ...given,
    Gateway__Routes__Identity: loopbackUrl(ports.Identity__Port),
    Gateway__Routes__Store: loopbackUrl(ports.Store__Port),
    Gateway__Routes__Pharmacy: loopbackUrl(ports.Pharmacy__Port),
    Services__Identity: loopbackUrl(ports.Identity__Port),
    Services__Store: loopbackUrl(ports.Store__Port),
    Services__Gateway: loopbackUrl(ports.Gateway__Port),
    Portal__PublicUrl: portalUrl,
    Storefront__PublicUrl: loopbackUrl(ports.Storefront__Port),
    // A demo that is kept would otherwise ask its users for an app after a week, and its own commands with them.
    Portal__SecondFactorGraceDays: '365',
    // Ctrl-C waits for nobody (supervisor.ts).
    Hub__DrainSeconds: '1',
  }
}

/** One line for each port that another program holds, naming the setting that changes it. */
export async function busyPorts(ports: Ports): Promise<string[]> {
  const lines: string[] = []
  for (const [setting, main] of Object.entries(ports)) {
    for (const number of [main, main + 10_000]) {
      if (await isFree(number)) continue
      const what =
        number === main
          ? `The ${portSettings[setting as keyof Ports].help}`
          : `The metrics ${portSettings[setting as keyof Ports].help} (its port + 10000)`
      lines.push(
        `${what}, ${number}, is in use by another program. Choose another with ${setting}=<port>, or stop that program.`,
      )
    }
  }
  return lines
}

async function isFree(portNumber: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port: portNumber }, () => probe.close(() => resolve(true)))
  })
}
