// The frame around every page: head, top bar with navigation, display choices and sign-out, main.
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { SessionEnd } from '../session/session-end.tsx'
import type { FrameProps } from './frame-props.ts'
import { NatsAway } from './nats-away.tsx'
import { ASSETS } from '../assets/asset-paths.ts'
import { SecondFactorNotice } from './credentials/second-factor-notice.tsx'
import { ReaderZone } from './times/time.tsx'
import { SearchDialog } from './search/search-dialog.tsx'
import { TopBar } from './top-bar.tsx'

export type { FrameProps, Viewer } from './frame-props.ts'

export interface PageFrameProps {
  readonly frame: FrameProps
  readonly title: string
  /** The page has live regions: it opens the event stream and shows its state. Unless said, it has none. */
  readonly live?: boolean
  /** The page has a live filter: it loads htmx. Unless said, it has none. */
  readonly htmx?: boolean
  readonly children: ComponentChildren
}

// No generated style sheet (the CSP forbids it), no swap of error replies, a reload on Back instead of a patched body.
const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  history: 'reload',
  defaultTimeout: 10_000,
  noSwap: [204, 304, '4xx', '5xx'],
})

/** The whole document as elements. */
export function PageFrame({ frame, title, live = false, htmx = false, children }: PageFrameProps) {
  const t = texts(frame.language)
  return (
    <html
      lang={frame.language}
      data-locale={t.locale}
      data-theme-choice={frame.theme}
      data-bs-theme={frame.theme === 'auto' ? undefined : frame.theme}
    >
      <Head frame={frame} title={title} htmx={htmx} />
      <body>
        <a class="skip-link" href="#content">
          {t.frame.skipToContent}
        </a>
        <TopBar frame={frame} live={live} />
        <main id="content" class="container-xl content" tabIndex={-1}>
          {frame.viewer !== null && frame.sessionLeft !== null && (
            <SessionEnd left={frame.sessionLeft} t={t} />
          )}
          {frame.viewer !== null && <NatsAway isAway={frame.isNatsAway} t={t} />}
          <ReaderZone.Provider value={frame.zone}>
            {frame.viewer !== null && frame.secondFactorDue !== null && (
              <SecondFactorNotice due={frame.secondFactorDue} path={frame.path} t={t} />
            )}
            {children}
          </ReaderZone.Provider>
        </main>
        <SearchDialog viewer={frame.viewer} t={t} />
      </body>
    </html>
  )
}

function Head({ frame, title, htmx }: Required<Pick<PageFrameProps, 'frame' | 'title' | 'htmx'>>) {
  const asset = (path: string) => `${path}?v=${encodeURIComponent(frame.assetVersion)}`
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={frame.theme === 'auto' ? 'light dark' : frame.theme} />
      <title>{documentTitle(title, frame.language)}</title>
      <link rel="icon" href={asset(ASSETS.icon)} type="image/svg+xml" />
      <link rel="stylesheet" href={asset(ASSETS.tabler)} />
      {ASSETS.styles.map((path) => (
        <link key={path} rel="stylesheet" href={asset(path)} />
      ))}

      <script src={asset(ASSETS.script)} defer></script>
      {htmx && <meta name="htmx-config" content={HTMX_CONFIG} />}
      {htmx && <script src={asset(ASSETS.htmx)} defer></script>}
    </head>
  )
}

/** What the window of a page is called. */
export function documentTitle(title: string, language: Language): string {
  return `${title} · ${texts(language).frame.product}`
}

/** A page as the text of an HTML document. */
export function pageDocument(props: PageFrameProps): string {
  return `<!doctype html>\n${renderToString(<PageFrame {...props} />)}\n`
}
