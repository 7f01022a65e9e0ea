// What a support bundle says of the computer itself.
import type os from 'node:os'
import type { BundleFacts } from './bundle-text.ts'

/** Accounts of services, which name nobody. */
const NOBODY: ReadonlySet<string> = new Set(['root', 'system', 'local service', 'pharmacy-relay', 'user'])

export function computerFacts(system: typeof os): Pick<BundleFacts, 'computer' | 'userName'> {
  const mib = (bytes: number): number => Math.round(bytes / 1_048_576)
  return {
    userName: userName(system),
    computer: {
      system: `${system.type()} ${system.release()} ${system.arch()}`,
      node: process.version,
      'memory MiB': `${mib(system.totalmem())}, free ${mib(system.freemem())}, agent ${mib(process.memoryUsage.rss())}`,
      'up for s': Math.round(system.uptime()),
      'time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  }
}

// Services without an entry in the user list have no user name.
function userName(system: typeof os): string {
  try {
    const { username } = system.userInfo()
    return NOBODY.has(username.toLowerCase()) ? '' : username
  } catch {
    return ''
  }
}
