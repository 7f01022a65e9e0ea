// More portals of one platform, beside its first one, each known by an address of its own.
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { programArgs } from '../../kit/programs.ts'
import type { SoakPlace } from '../soak/load/place.ts'

const METRICS_ABOVE = 10_000
/** As the first one is started (scripts/start/platform.ts). */
const SHORT_STOPS = '--max-semi-space-size=4'

/** Addresses of all, the first one's first; their programs are `portal`, `portal-2` and on. */
export async function startPortals(place: SoakPlace, count: number): Promise<string[]> {
  const urls = [place.portalUrl]
  for (let n = 2; n <= count; n += 1) {
    const port = await freePort([METRICS_ABOVE])
    const url = loopbackUrl(port)
    const environment = { ...place.environment, Portal__Port: String(port), Portal__PublicUrl: url }
    const args = [SHORT_STOPS, ...programArgs('portal/main.ts')]
    await place.supervisor.start({ name: `portal-${n}`, args, environment, logFolder: place.logFolder })
    urls.push(url)
  }
  return urls
}
