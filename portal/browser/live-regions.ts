// The parts of a page that stay current: refetched when one of their pharmacies changes, and morphed in place.
import { eventIdOf, morphRegion } from './morph.ts'

/** News within this time make one fetch. */
const COALESCE_MS = 150
const FETCH_TIMEOUT_MS = 10_000

export interface LiveRegionsOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
}

interface Refresh {
  timer: ReturnType<typeof setTimeout> | undefined
  isUnderWay: boolean
  isWanted: boolean
}

/** One fetch in flight per region; what is asked for meanwhile becomes one more. */
export class LiveRegions {
  readonly #options: LiveRegionsOptions
  readonly #refreshByRegionId = new Map<string, Refresh>()

  constructor(options: LiveRegionsOptions) {
    this.#options = options
  }

  /** The stream starts after this id, so that nothing falls between rendering and subscribing. */
  oldestEventId(): number {
    const ids = [...allRegions()].map(eventIdOf)
    return ids.length === 0 ? 0 : Math.min(...ids)
  }

  customersChanged(customerIds: readonly number[]): void {
    const changed = new Set(customerIds.map(String))
    for (const region of allRegions()) {
      const shown = (region.dataset['customers'] ?? '').split(',')
      if (shown.some((id) => changed.has(id))) this.#want(region.id)
    }
  }

  refreshAll(): void {
    for (const region of allRegions()) this.#want(region.id)
  }

  #want(regionId: string): void {
    const refresh = this.#refreshByRegionId.get(regionId) ?? {
      timer: undefined,
      isUnderWay: false,
      isWanted: false,
    }
    this.#refreshByRegionId.set(regionId, refresh)
    refresh.isWanted = true
    if (refresh.isUnderWay || refresh.timer !== undefined) return
    refresh.timer = setTimeout(() => void this.#run(regionId, refresh), COALESCE_MS)
  }

  async #run(regionId: string, refresh: Refresh): Promise<void> {
    refresh.timer = undefined
    refresh.isWanted = false
    refresh.isUnderWay = true
    try {
      await this.#refetch(regionId)
    } catch {
      // The live state already tells the reader that the page is not current; the stream asks again.
    } finally {
      refresh.isUnderWay = false
      if (refresh.isWanted) this.#want(regionId)
    }
  }

  async #refetch(regionId: string): Promise<void> {
    const address = document.getElementById(regionId)?.dataset['refresh']
    if (address === undefined) return
    const reply = await fetch(address, {
      // The second field tells the portal that nobody did anything: it does not prolong the session.
      headers: { 'HX-Request': 'true', 'X-Live-Refresh': 'true', Accept: 'text/html' },
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    })
    if (reply.status === 401 || reply.type === 'opaqueredirect') return this.#options.onSignedOut()
    if (!reply.ok) return
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById(regionId)
    // Looked up again: the filter may have replaced it meanwhile, and then this answer is to an old question.
    const region = document.getElementById(regionId)
    if (next === null || region === null || region.dataset['refresh'] !== address) return
    if (!morphRegion(region, next)) return
    this.#options.onReplaced(region)
  }
}

function allRegions(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-live-region]')
}
