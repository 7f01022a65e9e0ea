// What people read at a computer of a pharmacy about belonging to it, in Turkish.
import type { AgentTexts } from '../en/agent.ts'

export const agentTr: AgentTexts = {
  unpaired:
    'Bu bilgisayar henüz hiçbir eczaneye ait değil. Bir yönetici panelde eşleştirme kodu oluşturur; burada şununla girilir: agent pair CODE',
  pairAgain:
    'Bu bilgisayarın yeniden alınması için bir yönetici panelde eşleştirme kodu oluşturur; burada şununla girilir: agent pair CODE',
  waiting:
    'Bir yöneticinin bu bilgisayarı panelde onaylaması gerekiyor. Ardından yarım dakika içinde kendiliğinden devam eder.',
}
