// The frame of the stand-in's pages, and text in them.
const STYLE = `
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;padding:1.5rem;max-width:32rem}
body.wide{max-width:80rem}
.note{border:1px solid;border-radius:.4rem;padding:.5rem .8rem}
label{display:block;margin-top:1rem;font-weight:600}
input[type=text],input[type=number],select{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}
button,a.button{font:inherit;display:inline-block;padding:.6rem 1rem;margin:1rem .5rem 0 0;cursor:pointer}
.fault{font-weight:600}
table{border-collapse:collapse}td,th{padding:.3rem .6rem;text-align:left;vertical-align:top;border-top:1px solid #8886}
.scroll{overflow-x:auto}
fieldset{margin:1rem 0}`

export interface Page {
  readonly language: string
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly isWide?: boolean
}

export function page({ language, title, body, isWide = false }: Page): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body${isWide ? ' class="wide"' : ''}><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}

/** In minor units of an ISO 4217 currency, as people of the language write it. */
export function moneyText(minor: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
