// Canned answers: a click puts the text into the message where the cursor is, and the form is not sent.

export function listenForCannedAnswers(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-insert]')
    const field = button?.closest('form')?.querySelector('textarea')
    if (!button || !field) return
    event.preventDefault()
    insert(field, button.dataset['insert'] ?? '')
  })
}

/** On a line of its own, behind what stands there. */
function insert(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.slice(0, field.selectionStart)
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  field.setRangeText(gap + text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
