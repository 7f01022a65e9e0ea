// The search from anywhere: the way to it in the bar, and the dialog that the script opens in place of the page.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../frame-props.ts'
import { Icon } from '../icons.tsx'
import { SEARCH_PATHS } from './search-paths.ts'

interface SearchProps {
  readonly viewer: Viewer | null
  readonly t: Texts
}

/** A link to the page without a script. */
export function SearchLink({ viewer, t }: SearchProps) {
  if (!may(viewer, storeApi.searchEverywhere)) return null
  return (
    <a
      class="bar-button"
      href={SEARCH_PATHS.everywhere}
      title={t.search.shortcut}
      aria-keyshortcuts="/ Control+K"
      data-search-link
    >
      <Icon name="search" />
      <span class="visually-hidden">{t.search.title}</span>
    </a>
  )
}

/** A combobox over a listbox (ARIA): the field keeps the focus, the chosen option is `aria-activedescendant`. */
export function SearchDialog({ viewer, t }: SearchProps) {
  if (!may(viewer, storeApi.searchEverywhere)) return null
  return (
    <dialog class="search-dialog" id="search-dialog" aria-label={t.search.title}>
      <form
        class="search-form"
        method="get"
        action={SEARCH_PATHS.everywhere}
        data-options={SEARCH_PATHS.options}
        data-text-failed={t.search.failed}
      >
        <Icon name="search" />
        <label class="visually-hidden" for="search-field">
          {t.search.title}
        </label>
        <input
          id="search-field"
          type="text"
          name="q"
          placeholder={t.search.label}
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
          role="combobox"
          aria-expanded="false"
          aria-controls="search-list"
          aria-autocomplete="list"
          aria-describedby="search-keys"
        />
        <button type="button" class="bar-button" data-search-close>
          <Icon name="x" />
          <span class="visually-hidden">{t.search.close}</span>
        </button>
      </form>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no links */}
      <div id="search-list" role="listbox" aria-label={t.search.title}></div>
      <output class="search-said" id="search-said" aria-live="polite"></output>
      <p class="search-keys" id="search-keys">
        {t.search.keys}
      </p>
      <label class="search-slash">
        <input type="checkbox" checked data-search-slash />
        {t.search.slash}
      </label>
    </dialog>
  )
}
