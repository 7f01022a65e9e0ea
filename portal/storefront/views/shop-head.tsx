// The head of a page: style and script, and what search engines and social networks read.
import { LANGUAGES, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { SHOP_ASSETS } from '../assets.ts'
import type { ShopFrame } from './frame-props.ts'

/** A page that search engines may show. */
export interface PublicPage {
  /** Its one address, as a path. */
  readonly canonical: string
  readonly description: string
  /** Facts for search engines: schema.org. */
  readonly facts: readonly object[]
  /** As a path; the shop's own where a page has none. */
  readonly picture?: string | null
}

export interface ShopHeadProps {
  readonly frame: ShopFrame
  readonly title: string
  /** Null for pages that are a person's own. */
  readonly open?: PublicPage | null
  readonly t: Texts
}

export function ShopHead({ frame, title, open = null, t }: ShopHeadProps) {
  const asset = (path: string) => `${path}?v=${encodeURIComponent(frame.assetVersion)}`
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={frame.theme === 'auto' ? 'light dark' : frame.theme} />
      <title>{`${title} · ${t.storefront.name}`}</title>
      <link rel="icon" href={asset(SHOP_ASSETS.icon)} type="image/svg+xml" />
      <link rel="stylesheet" href={asset(SHOP_ASSETS.style)} />
      <script src={asset(SHOP_ASSETS.script)} defer></script>
      {open === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <ForEngines frame={frame} title={title} open={open} t={t} />
      )}
    </head>
  )
}

interface ForEnginesProps extends ShopHeadProps {
  readonly open: PublicPage
}

function ForEngines({ frame, title, open, t }: ForEnginesProps) {
  const canonical = frame.publicOrigin + open.canonical
  const picture = frame.publicOrigin + (open.picture ?? SHOP_ASSETS.social)
  const inLanguage = (code: string) => `${canonical}${canonical.includes('?') ? '&' : '?'}lang=${code}`
  return (
    <>
      <meta name="description" content={open.description.slice(0, 300)} />
      <link rel="canonical" href={canonical} />
      {Object.keys(LANGUAGES).map((code) => (
        <link key={code} rel="alternate" hreflang={code} href={inLanguage(code)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t.storefront.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={open.description.slice(0, 300)} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={picture} />
      <meta name="twitter:card" content="summary_large_image" />
      {open.facts.map((facts, place) => (
        // Data and no script: the content policy is about what runs.
        <script key={place} type="application/ld+json" dangerouslySetInnerHTML={{ __html: asData(facts) }} />
      ))}
    </>
  )
}

/** JSON that cannot end its element. */
function asData(facts: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c')
}
