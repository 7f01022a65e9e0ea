// The portal of a running demo begins anew: it exchanges every token before it counts.
import { processOf, waitUntil, type RunningDemo } from '../running-demo.ts'

/** Resolves once the new one answers. */
export async function restartPortal({ dataFolder, demo }: RunningDemo): Promise<void> {
  const before = processOf(dataFolder, 'portal/main.ts')
  process.kill(before, 'SIGKILL')
  const isBack = async (): Promise<boolean> =>
    (await fetch(`${demo.portalUrl}/sign-in`).then(
      ({ ok }) => ok,
      () => false,
    )) && processOf(dataFolder, 'portal/main.ts') !== before
  await waitUntil(
    () => isBack().catch(() => false),
    120_000,
    () => 'the portal is not back',
  )
}
