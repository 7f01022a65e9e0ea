// The search from anywhere in every state: nothing typed, found, more of each kind, nothing there.
import type { ComputerHit, PharmacyHit } from '@pharmacy-relay/shared/api/panel-search.ts'
import { Presence } from '@pharmacy-relay/shared/device.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { searchEverywherePage } from '../search/search-page.tsx'
import type { SearchResultsProps } from '../search/search-results.tsx'
import { HOSTILE } from './fixtures.ts'

function pharmacyHitOf(changes: Partial<PharmacyHit> = {}): PharmacyHit {
  const phone = '+442079460199'
  return { id: 1, storeId: 'P-1042', name: 'Central Pharmacy', phone, health: 'stopped', ...changes }
}

function computerHitOf(changes: Partial<ComputerHit> = {}): ComputerHit {
  return {
    id: 12,
    storeId: 'P-1042',
    customerName: 'Central Pharmacy',
    pcName: 'COUNTER-2',
    displayName: null,
    localIpAddress: '192.168.10.22',
    supportAppNumber: '834 221 907',
    access: 'approved',
    presence: 'offline',
    health: 'stopped',
    ...changes,
  }
}

const SOME = [pharmacyHitOf(), pharmacyHitOf({ id: 2, storeId: 'P-2077', name: 'Riverside', health: 'well' })]

export function foundEverywhere(
  pharmacies: readonly PharmacyHit[] = SOME,
  computers: readonly ComputerHit[] = [computerHitOf()],
  hasMore = computers.length > 0,
): SearchResultsProps['found'] {
  return {
    pharmacies: { items: [...pharmacies], hasMore },
    computers: { items: [...computers], hasMore },
  }
}

const HOSTILE_HITS = foundEverywhere(
  [pharmacyHitOf({ name: HOSTILE, phone: null, health: 'warning' }), pharmacyHitOf({ id: 3, health: null })],
  [
    computerHitOf({
      id: 40,
      pcName: HOSTILE,
      displayName: HOSTILE,
      supportAppNumber: null,
      access: 'waiting',
    }),
    ...Presence.options.map((presence, index) =>
      computerHitOf({ id: 41 + index, presence, health: 'warning', isSettling: index === 0 }),
    ),
  ],
)

/** Page by name. */
export function searchPages(frame: FrameProps): Record<string, string> {
  const page = (q: string, found: SearchResultsProps['found'] | null) =>
    searchEverywherePage({ frame: { ...frame, path: '/search' }, q, found })
  const nothing = foundEverywhere([], [])
  return {
    'search everywhere': page('central', foundEverywhere()),
    'search everywhere, hostile': page(HOSTILE, HOSTILE_HITS),
    'search everywhere, nothing typed': page('', null),
    'search everywhere, too short': page('c', nothing),
    'search everywhere, nothing there': page(HOSTILE, nothing),
  }
}
