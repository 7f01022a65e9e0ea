// The programs of a pharmacy as processes that live and die, and their first start, in which the agents are assigned.
import { startProgram, type ChildProgram } from '../../../../scripts/start/child-program.ts'
import { firstAssigned } from '../../../kit/pairing.ts'
import type { Pharmacy } from '../../../kit/pharmacy.ts'
import { liveOn, type Death, type LivingProcess } from './lives.ts'
import type { Plan, ProcessName } from './plan.ts'

const STOP_LIMIT_MS = 3_000
const NOBODY_DIES: Plan = { printer: [], client: [], hub: [] }

/** Agents and hub run, are paired and assigned, and are stopped again. */
export async function firstStart(pharmacy: Pharmacy): Promise<void> {
  const { printer, client } = pharmacy.computers
  const programs: Pick<ChildProgram, 'stop'>[] = [printer, client].map(({ name, start }) =>
    startProgram({ ...start, name }),
  )
  try {
    await firstAssigned(pharmacy, async () => {
      programs.unshift(await living(pharmacy, 'hub', { plan: NOBODY_DIES, onDeath: () => undefined }))
    })
  } finally {
    await Promise.all(programs.map(async (one) => one.stop(STOP_LIMIT_MS)))
  }
}

/** The lives of one of them; `onDeath` hears of each end, once the next life has begun. */
export async function living(
  pharmacy: Pharmacy,
  process: ProcessName,
  { plan, onDeath }: { readonly plan: Plan; readonly onDeath: (death: Death) => void },
): Promise<LivingProcess> {
  const { name, listener, start } = process === 'hub' ? pharmacy.hub : pharmacy.computers[process]
  const cutPower = process === 'hub' ? undefined : pharmacy.computers[process].cutPower
  return liveOn({
    process,
    name,
    start,
    cutPower,
    listener,
    plannedKills: plan[process],
    from: pharmacy.address(9),
    onDeath,
  })
}
