// The frame of every page: navigation, the page's title, and what is said when the agent says nothing.
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { PAGES, type Page } from '../pages.ts'
import { hrefOf, type Route } from '../route.ts'
import { Icon } from './icons.tsx'
import { Silence } from './silence.tsx'

export function Layout({ route }: { readonly route: Route }) {
  const { t, status, silence } = useAgent()
  const page = PAGES.find(({ path }) => path === route.page)
  const title = page === undefined ? t.window.noSuchPage : t.window.pages[page.title]
  useEffect(() => void (document.title = `${title} – ${t.frame.product}`), [title])
  const View = page?.view
  return (
    <>
      <a class="skip" href="#content" onClick={toContent}>
        {t.frame.skipToContent}
      </a>
      <Navigation shown={page} />
      <main id="content" tabIndex={-1}>
        <Title text={title} place={[route.page, ...route.rest].join('/')} />
        {silence !== null && <Silence refusal={silence} />}
        {View === undefined && <a href={hrefOf('')}>{t.window.toOverview}</a>}
        {status === null && silence === null && <output>{t.window.loading}</output>}
        {View !== undefined && status !== null && (
          // What was true is not shown as if it were; what somebody is typing stays.
          <div class="page" hidden={silence !== null}>
            <View rest={route.rest} />
          </div>
        )}
      </main>
    </>
  )
}

function Navigation({ shown }: { readonly shown: Page | undefined }) {
  const { t } = useAgent()
  return (
    <nav aria-label={t.frame.mainNavigation}>
      <p class="product">{t.frame.product}</p>
      <ul>
        {PAGES.map((page) => (
          <li key={page.path}>
            <a href={hrefOf(page.path)} aria-current={page === shown ? 'page' : undefined}>
              <Icon name={page.icon} />
              <span>{t.window.pages[page.title]}</span>
              {page.path === 'help' && <UnreadHelp />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many words of support nobody here has seen. */
function UnreadHelp() {
  const { t, status } = useAgent()
  const unread = status?.help?.unread ?? 0
  if (unread === 0) return null
  return (
    <span class="badge">
      <span aria-hidden="true">{unread}</span>
      <span class="unseen">{t.windowHelp.unread(unread)}</span>
    </span>
  )
}

/** Takes the focus when another page is shown, so that keyboard and screen reader go on there; not at the first. */
function Title({ text, place }: { readonly text: string; readonly place: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    heading.current?.focus()
    scrollTo(0, 0)
  }, [place])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}

/** The hash is the page's place, so the link may not change it. */
function toContent(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
