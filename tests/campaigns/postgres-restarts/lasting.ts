// What has to last while databases come and go: the processes of the programs, the computers, and that nobody is refused for good.
import { openPanel, secondsUntil } from '../../platform/panel.ts'
import { processOf, type RunningDemo } from '../../running-demo.ts'
import type { Load } from './load.ts'

const PROGRAMS = [
  'relay-server/identity-api/main.ts',
  'relay-server/store-api/main.ts',
  'relay-server/pharmacy-api/main.ts',
  'relay-server/gateway/main.ts',
  'portal/main.ts',
  'portal/storefront/main.ts',
]
/** A caller may be told these: the same call may come again. */
const MAY_COME_AGAIN = ['unavailable', 'upstream_unavailable', 'upstream_timeout', 'rate_limited']

/** `ended` names the programs of which the process is not the one that it was when this was called. */
export function watchPrograms({ dataFolder }: Pick<RunningDemo, 'dataFolder'>): { ended(): string[] } {
  const before = PROGRAMS.map((program) => processOf(dataFolder, program))
  const isSame = (program: string, pid: number | undefined): boolean => {
    try {
      return processOf(dataFolder, program) === pid
    } catch {
      return false
    }
  }
  return { ended: () => PROGRAMS.filter((program, index) => !isSame(program, before[index])) }
}

/** Resolves with the seconds. Throws Error when they are not within three minutes. */
export async function computersBack({ demo }: Pick<RunningDemo, 'demo'>): Promise<number> {
  const panel = await openPanel(demo, 'Admin')
  return secondsUntil('every computer is online again', async () => {
    const presences = Object.values(await panel.presence())
    return presences.length === 5 && presences.every((presence) => presence === 'online')
  })
}

/** A line for each code that says that the same call is of no use. */
export function refusedForGood({ refused }: Pick<Load, 'refused'>): string[] {
  const wrong = [...refused].filter(([code]) => !MAY_COME_AGAIN.includes(code))
  return wrong.map(([code, count]) => `${count} calls were refused with ${code}`)
}
