// Asks before what was typed is lost: on every way off the page, the display choices among them, but sending the form.
//
// The browser asks, in its own words: no page may choose them, nor keep anybody who wants to leave.

export function guardUnsavedForms(): void {
  // Browsers keep a page that listens here less readily for Back, so only those with such a form do.
  if (guardedForms().length === 0) return
  let sent: HTMLFormElement | null = null
  document.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement) sent = event.target
  })
  // Who goes on typing, or came back, has not sent it.
  document.addEventListener('input', () => (sent = null))
  addEventListener('pageshow', () => (sent = null))
  addEventListener('beforeunload', (event) => {
    if (guardedForms().some((form) => form !== sent && isUnsaved(form))) event.preventDefault()
  })
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Forms that save what is typed. A sign-in is no work that is lost. */
function guardedForms(): HTMLFormElement[] {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[method="post"]')]
  return forms.filter(
    (form) => typedFields(form).length > 0 && form.querySelector('[type="password"]') === null,
  )
}

function typedFields(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('input:not([type="hidden"]), textarea, select')]
}

/** Typed into since it was loaded, or loaded with entries that were refused: `data-unsaved`. */
function isUnsaved(form: HTMLFormElement): boolean {
  return form.dataset['unsaved'] !== undefined || typedFields(form).some(isChanged)
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
