// The bar on top of every page: product, navigation, live state, display choices, who is signed in, sign-out.
import { may, mayAny } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { LANGUAGES, Language, texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from './forms.tsx'
import type { FrameProps, Viewer } from './frame-props.ts'
import { Icon } from './icons.tsx'
import { DESK_PATHS } from './support/desk-paths.ts'
import { PATHS } from './paths.ts'
import { SearchLink } from './search/search-dialog.tsx'
import { SHOP_PAGES } from './shop-pages.ts'
import { SHOP_PATHS } from './shop-paths.ts'
import { Theme } from './theme.ts'

export function TopBar({ frame, live }: { readonly frame: FrameProps; readonly live: boolean }) {
  const t = texts(frame.language)
  return (
    <header class="top-bar">
      <div class="container-xl top-bar-row">
        <a class="brand" href={homeOf(frame.viewer)}>
          <Icon name="pharmacy" />
          <span class="brand-name">{t.frame.product}</span>
        </a>
        {frame.viewer !== null && <Navigation viewer={frame.viewer} path={frame.path} t={t} />}
        <div class="top-bar-end">
          {live && <LiveState t={t} />}
          <SearchLink viewer={frame.viewer} t={t} />
          <DisplayMenu frame={frame} t={t} />
          {frame.viewer !== null && <SignedIn viewer={frame.viewer} csrfToken={frame.csrfToken} t={t} />}
        </div>
      </div>
    </header>
  )
}

function homeOf(viewer: Viewer | null): string {
  if (viewer === null) return PATHS.signIn
  return may(viewer, storeApi.getDashboard) ? DESK_PATHS.overview : PATHS.relay
}

interface NavigationProps {
  readonly viewer: Viewer
  readonly path: string
  readonly t: Texts
}

function Navigation({ viewer, path, t }: NavigationProps) {
  const shop = SHOP_PAGES.map(({ purpose }) => purpose)
  const sections = [
    { to: DESK_PATHS.overview, title: t.supportDesk.title, purposes: [storeApi.getDashboard] },
    { to: PATHS.relay, title: t.frame.pharmacies, purposes: [storeApi.listCustomers] },
    { to: PATHS.support, title: t.support.title, purposes: [storeApi.listProblems] },
    { to: PATHS.supportTasks, title: t.supportTasks.title, purposes: [storeApi.listSupportTasks] },
    { to: PATHS.medicines, title: t.drugImports.section, purposes: [pharmacyApi.listDrugImports] },
    { to: SHOP_PATHS.shop, title: t.shop.frame.section, purposes: shop },
    { to: PATHS.staff, title: t.staff.title, purposes: [identityApi.listUsers] },
    { to: PATHS.scheduler, title: t.scheduler.title, purposes: [storeApi.listTasks] },
    { to: PATHS.staffHistory, title: t.staffHistory.title, purposes: [storeApi.listStaffOperations] },
  ]
  return (
    <nav class="top-nav" aria-label={t.frame.mainNavigation}>
      {sections
        .filter(({ purposes }) => mayAny(viewer, purposes))
        .map(({ to, title }) => (
          <a
            key={to}
            href={to}
            aria-current={
              sections.some((other) => isWithin(other.to, to, path)) ? undefined : currentIn(to, path)
            }
          >
            {title}
          </a>
        ))}
    </nav>
  )
}

/** Whether the path is in another section that lies below this one. */
function isWithin(other: string, section: string, path: string): boolean {
  return other.startsWith(`${section}/`) && currentIn(other, path) !== undefined
}

/** `page`: the address itself, whatever its query; `true`: one below it. */
function currentIn(section: string, path: string): 'page' | 'true' | undefined {
  if (path === section || path.startsWith(`${section}?`)) return 'page'
  return path.startsWith(`${section}/`) ? 'true' : undefined
}

/** Empty without JavaScript. The texts travel with it, so that the script needs no catalogue. */
function LiveState({ t }: { readonly t: Texts }) {
  return (
    <output
      class="live-state"
      id="live-state"
      aria-live="polite"
      data-text-live={t.live.live}
      data-text-connecting={t.live.connecting}
      data-text-reconnecting={t.live.reconnecting('{time}')}
    ></output>
  )
}

function DisplayMenu({ frame, t }: { readonly frame: FrameProps; readonly t: Texts }) {
  return (
    <details class="menu" data-menu>
      <summary class="bar-button">
        <Icon name="display" />
        <span class="visually-hidden">{t.frame.display}</span>
        <span aria-hidden="true">{frame.language.toUpperCase()}</span>
      </summary>
      <PostForm action={PATHS.preferences} csrfToken={frame.csrfToken} class="menu-panel">
        <input type="hidden" name="returnTo" value={frame.path} />
        <fieldset>
          <legend>{t.frame.language}</legend>
          {Language.options.map((language) => (
            <Choice key={language} name="language" value={language} chosen={language === frame.language}>
              {LANGUAGES[language].name}
            </Choice>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t.frame.theme}</legend>
          {Theme.options.map((theme) => (
            <Choice key={theme} name="theme" value={theme} chosen={theme === frame.theme}>
              {t.frame.themes[theme]}
            </Choice>
          ))}
        </fieldset>
      </PostForm>
    </details>
  )
}

interface ChoiceProps {
  readonly name: 'language' | 'theme'
  readonly value: string
  readonly chosen: boolean
  readonly children: string
}

function Choice({ name, value, chosen, children }: ChoiceProps) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      class="menu-item"
      aria-pressed={chosen ? 'true' : 'false'}
    >
      <span lang={name === 'language' ? value : undefined}>{children}</span>
      {chosen && <Icon name="check" />}
    </button>
  )
}

interface SignedInProps {
  readonly viewer: Viewer
  readonly csrfToken: string
  readonly t: Texts
}

function SignedIn({ viewer, csrfToken, t }: SignedInProps) {
  return (
    <div class="signed-in">
      <a class="bar-button" href={PATHS.account} title={t.account.title}>
        <Icon name="person" />
        <span class="visually-hidden">{t.account.title}: </span>
        <span class="who">
          <bdi class="who-name">{viewer.name}</bdi>
          <span class="who-role">{t.userRoles[viewer.role]}</span>
        </span>
      </a>
      <PostForm action={PATHS.signOut} csrfToken={csrfToken}>
        <button type="submit" class="bar-button" title={t.frame.signOut}>
          <Icon name="signOut" />
          <span class="bar-button-text">{t.frame.signOut}</span>
        </button>
      </PostForm>
    </div>
  )
}
