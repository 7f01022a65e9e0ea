// The parts of a page that stay current: refetched when one of their pharmacies changes, and morphed in place.
import { eventIdOf, morphRegion } from './morph.ts'

/** News within this time make one fetch. */
const COALESCE_MS = 150
/** In a storm of news a page fetches once in this time, so that an office of panels stays below the gateway's limit. */
const PACE_MS = 1_000
const FETCH_TIMEOUT_MS = 10_000
const MAX_RETRY_MS = 10_000

export interface LiveRegionsOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
  /** There is nothing at the region's address any more. False when the page stays: then it is asked for again. */
  readonly onGone: () => boolean
  /** The address of a region answered. */
  readonly onThere: () => void
  /** Since when news could not be fetched; null when everything told is shown. */
  readonly onBehind: (since: number | null) => void
}

interface Refresh {
  timer: ReturnType<typeof setTimeout> | undefined
  isUnderWay: boolean
  isWanted: boolean
  /** When the last fetch began. */
  startedAt: number
  failures: number
  behindSince: number | null
}

/** A fetch that the portal answered otherwise than with the fragment. */
class FetchRefused extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('the fragment was refused')
    this.retryAfterMs = retryAfterMs
  }
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

  /** Regions whose news nobody tells name a period in seconds. A page that nobody looks at stays as it is. */
  refreshBySchedule(): void {
    for (const region of allRegions()) {
      const seconds = Number(region.dataset['refreshS'] ?? 0) || 0
      if (seconds > 0) setInterval(() => document.hidden || this.#want(region.id), seconds * 1_000)
    }
  }

  refreshAll(): void {
    for (const region of allRegions()) this.#want(region.id)
  }

  #want(regionId: string): void {
    const refresh = this.#refreshOf(regionId)
    refresh.isWanted = true
    if (refresh.isUnderWay || refresh.timer !== undefined) return
    const sinceLast = performance.now() - refresh.startedAt
    this.#plan(regionId, Math.max(COALESCE_MS + spreadMs(regionId), PACE_MS - sinceLast))
  }

  #refreshOf(regionId: string): Refresh {
    const known = this.#refreshByRegionId.get(regionId)
    if (known !== undefined) return known
    const made: Refresh = {
      timer: undefined,
      isUnderWay: false,
      isWanted: false,
      startedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
      behindSince: null,
    }
    this.#refreshByRegionId.set(regionId, made)
    return made
  }

  #plan(regionId: string, delayMs: number): void {
    const refresh = this.#refreshOf(regionId)
    refresh.timer = setTimeout(() => void this.#run(regionId, refresh), delayMs)
  }

  async #run(regionId: string, refresh: Refresh): Promise<void> {
    refresh.timer = undefined
    refresh.isWanted = false
    refresh.isUnderWay = true
    refresh.startedAt = performance.now()
    try {
      await this.#refetch(regionId)
      refresh.failures = 0
      refresh.behindSince = null
    } catch (error) {
      refresh.failures += 1
      refresh.behindSince ??= Date.now()
      // The news stand on no page yet: asked for again until they do, and said to be missing meanwhile.
      this.#plan(
        regionId,
        Math.max(retryMs(refresh.failures), error instanceof FetchRefused ? error.retryAfterMs : 0),
      )
    } finally {
      refresh.isUnderWay = false
      if (refresh.isWanted) this.#want(regionId)
      this.#tellBehind()
    }
  }

  #tellBehind(): void {
    const times = [...this.#refreshByRegionId.values()].flatMap(({ behindSince }) => behindSince ?? [])
    this.#options.onBehind(times.length === 0 ? null : Math.min(...times))
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
    if (reply.status === 404 && this.#options.onGone()) return
    if (!reply.ok) throw new FetchRefused(1_000 * (Number(reply.headers.get('Retry-After')) || 0))
    this.#options.onThere()
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById(regionId)
    // Looked up again: the filter may have replaced it meanwhile, and then this answer is to an old question.
    const region = document.getElementById(regionId)
    if (next === null || region === null || region.dataset['refresh'] !== address) return
    if (!morphRegion(region, next)) return
    this.#options.onReplaced(region)
  }
}

/** 1 to 2 s, then longer, never over 10 s. */
function retryMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, 1_000 * 2 ** (failures - 1) * (1 + Math.random()))
}

/**
 * Regions that a whole desk looks at name a period in seconds within which each fetches, so that not all ask at once; what is
 * pressing stands there already (`support/task-news.ts`).
 */
function spreadMs(regionId: string): number {
  const seconds = Number(document.getElementById(regionId)?.dataset['spreadS'] ?? 0) || 0
  return Math.random() * seconds * 1_000
}

function allRegions(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-live-region]')
}
