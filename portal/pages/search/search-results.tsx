// What the search from anywhere found: options for the list below the field, or links on the page that works without a script.
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ComputerHit, PharmacyHit, panelSearchApi } from '@pharmacy-relay/shared/api/panel-search.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { SHORTEST_SEARCH } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { Icon, type IconName } from '../../views/icons.tsx'
import { phoneText } from '../customer-form/phone-text.ts'
import { PATHS, computerRowPath, customerPath, waitingPath } from '../../views/paths.ts'

export interface SearchResultsProps {
  readonly viewer: Viewer | null
  readonly q: string
  readonly found: EndpointResult<typeof panelSearchApi.searchEverywhere>
}

/** The fragment below the field of the dialog; `data-said` is said below it and read out. */
export function searchOptions({
  viewer,
  q,
  found,
  language,
}: SearchResultsProps & { readonly language: Language }): string {
  const t = texts(language)
  const shown = [found.pharmacies, found.computers]
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)
  const said =
    count === 0
      ? nothingText(q, t)
      : t.search.found(
          count,
          shown.some(({ hasMore }) => hasMore),
        )
  return renderToString(
    <div id="search-found" data-said={said}>
      <Kinds viewer={viewer} q={q} found={found} areOptions t={t} />
    </div>,
  )
}

export function SearchResults({ viewer, q, found, t }: SearchResultsProps & { readonly t: Texts }) {
  if (found.pharmacies.items.length + found.computers.items.length > 0)
    return <Kinds viewer={viewer} q={q} found={found} areOptions={false} t={t} />
  return <p class="search-nothing">{nothingText(q, t)}</p>
}

function nothingText(q: string, t: Texts): string {
  return Array.from(q).length < SHORTEST_SEARCH ? t.search.tooShort : t.search.nothing(q)
}

interface KindsProps extends SearchResultsProps {
  readonly areOptions: boolean
  readonly t: Texts
}

function Kinds({ viewer, q, found: { pharmacies, computers }, areOptions, t }: KindsProps) {
  const query = new URLSearchParams({ q }).toString()
  const hasList = may(viewer, storeApi.searchComputers)
  return (
    <>
      <Kind
        id="pharmacies"
        title={t.search.pharmacies}
        more={pharmacies.hasMore ? { to: `${PATHS.relay}?${query}`, text: t.search.morePharmacies } : null}
        areOptions={areOptions}
        hits={pharmacies.items.map((hit) => pharmacyShown(hit, t))}
      />
      <Kind
        id="computers"
        title={t.search.computers}
        more={
          computers.hasMore && hasList
            ? { to: `${PATHS.search}?${query}`, text: t.search.moreComputers }
            : null
        }
        areOptions={areOptions}
        hits={computers.items.map((hit) => computerShown(hit, t))}
      />
    </>
  )
}

interface ShownHit {
  readonly key: string
  readonly to: string
  readonly name: string
  /** Behind the name, quietly. */
  readonly details: readonly string[]
  /** In words, by colour and, of health, by a shape. */
  readonly states: readonly ShownState[]
}

interface ShownState {
  readonly text: string
  readonly look: 'good' | 'caution' | 'bad' | 'quiet'
  readonly icon: IconName | null
}

const HEALTH_LOOKS = {
  well: { look: 'good', icon: 'check' },
  warning: { look: 'caution', icon: 'alert' },
  closed: { look: 'quiet', icon: 'clock' },
  stopped: { look: 'bad', icon: 'x' },
} as const

function healthShown(
  { health = null, isSettling = false }: Pick<ComputerHit, 'health' | 'isSettling'>,
  t: Texts,
): readonly ShownState[] {
  if (health === null) return []
  if (isSettling) return [{ text: t.health.settling, look: 'quiet', icon: 'clock' }]
  return [{ text: t.health.levels[health], ...HEALTH_LOOKS[health] }]
}

function pharmacyShown(hit: PharmacyHit, t: Texts): ShownHit {
  const { id, storeId, name, phone } = hit
  const details = [storeId, ...(phone === null ? [] : [phoneText(phone)])]
  return { key: `pharmacy-${id}`, to: customerPath(storeId), name, details, states: healthShown(hit, t) }
}

const PRESENCE_LOOKS = {
  online: 'good',
  degraded: 'caution',
  reconnecting: 'caution',
  offline: 'quiet',
} as const

function computerShown(hit: ComputerHit, t: Texts): ShownHit {
  const { id, storeId, customerName, pcName, displayName, localIpAddress, supportAppNumber, presence } = hit
  return {
    key: `computer-${id}`,
    to: hit.access === 'waiting' ? waitingPath(storeId) : computerRowPath(storeId, id),
    name: computerName(hit),
    details: [
      ...(displayName === null ? [] : [pcName]),
      `${customerName} (${storeId})`,
      localIpAddress,
      ...(supportAppNumber === null ? [] : [t.search.supportNumber(supportAppNumber)]),
    ],
    states: [
      { text: t.support.states[presence], look: PRESENCE_LOOKS[presence], icon: null },
      ...(hit.access === 'approved' ? healthShown(hit, t) : []),
    ],
  }
}

interface KindProps {
  readonly id: string
  readonly title: string
  readonly hits: readonly ShownHit[]
  /** The list that has them all. */
  readonly more: { readonly to: string; readonly text: string } | null
  readonly areOptions: boolean
}

function Kind({ id, title, hits, more, areOptions }: KindProps) {
  if (hits.length === 0) return null
  const links = [
    ...hits.map((hit) => (
      <Link key={hit.key} id={`search-${hit.key}`} to={hit.to} isOption={areOptions}>
        <HitText hit={hit} />
      </Link>
    )),
    more !== null && (
      <Link key="more" id={`search-more-${id}`} to={more.to} isOption={areOptions}>
        <span class="search-more">{more.text}</span>
      </Link>
    ),
  ]
  const titleId = `search-kind-${id}`
  return areOptions ? (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of a listbox
    <div role="group" aria-labelledby={titleId}>
      <div class="search-kind" id={titleId} role="presentation">
        {title}
      </div>
      {links}
    </div>
  ) : (
    <section aria-labelledby={titleId}>
      <h2 class="search-kind" id={titleId}>
        {title}
      </h2>
      {links}
    </section>
  )
}

interface LinkProps {
  readonly id: string
  readonly to: string
  readonly isOption: boolean
  readonly children: ComponentChildren
}

function Link({ id, to, isOption, children }: LinkProps) {
  const option = isOption ? ({ role: 'option', tabIndex: -1, 'aria-selected': 'false' } as const) : {}
  return (
    <a class="search-hit" id={id} href={to} {...option}>
      {children}
    </a>
  )
}

function HitText({ hit: { name, details, states } }: { readonly hit: ShownHit }) {
  return (
    <>
      <span class="search-hit-line">
        <bdi class="search-hit-name">{name}</bdi>
        {states.map(({ text, look, icon }) => (
          <span key={text} class={`search-state look-${look}`}>
            {icon !== null && <Icon name={icon} />} {text}
          </span>
        ))}
      </span>
      <span class="search-hit-details">
        {details.map((detail) => (
          <bdi key={detail}>{detail}</bdi>
        ))}
      </span>
    </>
  )
}
