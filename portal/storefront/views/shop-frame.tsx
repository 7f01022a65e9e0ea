// The frame around every page of the shop: head, search, basket and account, main, choices of language and colours.
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { LANGUAGES, texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Theme } from '../../views/theme.ts'
import { PostForm } from '../../views/forms.tsx'
import { SHOP_ASSETS } from '../assets.ts'
import { SHOP } from '../paths.ts'
import type { ShopFrame } from './frame-props.ts'
import { ShopHead, type ShopHeadProps } from './shop-head.tsx'

export type { ShopFrame } from './frame-props.ts'

export interface ShopPageProps extends Omit<ShopHeadProps, 't'> {
  /** What stands in the search field. */
  readonly q?: string
  readonly children: ComponentChildren
}

/** A page as the text of an HTML document. */
export function shopPage(props: ShopPageProps): string {
  return `<!doctype html>\n${renderToString(<ShopPage {...props} />)}\n`
}

function ShopPage({ children, q = '', ...head }: ShopPageProps) {
  const { frame } = head
  const t = texts(frame.language)
  return (
    <html lang={frame.language} data-theme={frame.theme}>
      <ShopHead {...head} t={t} />
      <body>
        <a class="skip" href="#content">
          {t.frame.skipToContent}
        </a>
        <Top frame={frame} q={q} t={t} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Choices frame={frame} t={t} />
        <output class="told" aria-live="polite"></output>
      </body>
    </html>
  )
}

interface PartProps {
  readonly frame: ShopFrame
  readonly t: Texts
}

function Top({ frame, q, t }: PartProps & { readonly q: string }) {
  const s = t.storefront
  return (
    <header class="top">
      <a class="brand" href={SHOP.home}>
        <img src={`${SHOP_ASSETS.icon}?v=${frame.assetVersion}`} width="28" height="28" alt="" />
        {s.name}
      </a>
      <search>
        <form class="search" action={SHOP.search} data-suggestions={SHOP.suggestions}>
          <label class="unseen" for="q">
            {s.searchLabel}
          </label>
          <input
            id="q"
            type="search"
            name="q"
            value={q}
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
          />
          <button type="submit">{s.search}</button>
        </form>
      </search>
      <nav aria-label={s.navigation}>
        <a href={SHOP.basket} data-count={SHOP.basketCount}>
          {s.basketLink}
        </a>
        {frame.viewer === null ? (
          <a href={SHOP.signIn}>{t.signIn.title}</a>
        ) : (
          <>
            <a href={SHOP.orders}>{s.orders.title}</a>
            <a href={SHOP.account}>{s.accountLink}</a>
          </>
        )}
      </nav>
    </header>
  )
}

function Choices({ frame, t }: PartProps) {
  return (
    <footer>
      <PostForm action={SHOP.preferences} csrfToken={frame.csrfToken} class="choices">
        <input type="hidden" name="returnTo" value={withoutLanguage(frame.path)} />
        <fieldset>
          <legend>{t.frame.language}</legend>
          {Object.entries(LANGUAGES).map(([code, { name }]) => (
            <button
              key={code}
              name="language"
              value={code}
              lang={code}
              aria-pressed={code === frame.language}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t.frame.theme}</legend>
          {Theme.options.map((theme) => (
            <button key={theme} name="theme" value={theme} aria-pressed={theme === frame.theme}>
              {t.frame.themes[theme]}
            </button>
          ))}
        </fieldset>
      </PostForm>
    </footer>
  )
}

/** An address that names a language would go before what was chosen. */
function withoutLanguage(path: string): string {
  const [at = '/', query = ''] = path.split('?')
  const fields = new URLSearchParams(query)
  fields.delete('lang')
  return fields.size === 0 ? at : `${at}?${fields.toString()}`
}
