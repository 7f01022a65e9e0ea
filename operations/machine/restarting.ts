// Restarts programs one after the other, each when the one before is ready: what a program needs is there when it begins.
import type { Installation } from './installation.ts'
import { keeperOf } from './keeper.ts'
import { programs } from './programs.ts'
import { untilReady } from './readiness.ts'

export interface Restarted {
  readonly program: string
  /** From the order to the end of the old one until the new one was ready. */
  readonly seconds: number
}

/** Of `names`, in the order of starts; those that are stopped stay so. Throws Error with the first that does not get ready: the rest runs on. */
export async function restartEach(
  names: readonly string[],
  installation: Installation,
  onReady: (restarted: Restarted) => void,
): Promise<void> {
  const keeper = keeperOf(installation.places)
  for (const { name: program } of programs.filter(({ name }) => names.includes(name))) {
    const startedAtMs = performance.now()
    if (!(await keeper.restart(program))) continue
    await untilReady([program], installation, () => {
      onReady({ program, seconds: (performance.now() - startedAtMs) / 1_000 })
    })
  }
}

export function restartedLine({ program, seconds }: Restarted): string {
  return `  ${program.padEnd(14)}ready again after ${seconds.toFixed(1)} s`
}
