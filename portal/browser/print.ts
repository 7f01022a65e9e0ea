// Buttons that print the page: hidden until this script is there, since nothing else can do it.

export function listenForPrint(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
    button.addEventListener('click', () => print())
  }
  document.documentElement.classList.add('can-print')
}
