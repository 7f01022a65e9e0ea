// A spool whose labels go to another computer, which a test plays.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { ModelComputer } from './model-computer.ts'
import { arrival, startRig, type RigOptions } from './spool-rig.ts'

export async function client(options: RigOptions & { readonly window?: number } = {}) {
  const clock = options.clock ?? new SteppedClock()
  const host = new ModelComputer(clock)
  const rig = await startRig({ clock, route: host.route(options.window), ...options })
  const under = async (...texts: string[]) =>
    until(`under way: ${texts.join()}`, () => host.underWay.map(({ text }) => text).join() === texts.join())
  const first = () => {
    const [one] = host.underWay
    if (one === undefined) throw new Error('nothing is under way')
    return one
  }
  return { ...rig, host, under, first }
}

export const acceptAll = async ({ spool }: Awaited<ReturnType<typeof client>>, ...texts: string[]) => {
  for (const text of texts) await spool.accept(arrival(text))
}
