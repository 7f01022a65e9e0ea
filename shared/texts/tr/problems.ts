// What every code of a failure says to people, in Turkish.
import type { ProblemTexts } from '../problem-texts.ts'

export const problems: ProblemTexts = {
  request_refused: { title: 'İstek okunamadı', advice: 'Geri dönüp yeniden deneyin.' },
  token_missing: { title: 'Lütfen oturum açın', advice: 'Bu sayfa oturum açmış çalışanlar içindir.' },
  token_invalid: { title: 'Oturumunuz sona erdi', advice: 'Devam etmek için yeniden oturum açın.' },
  role_not_allowed: { title: 'Rolünüz buna izin vermiyor', advice: 'Gerekiyorsa başka bir rol isteyin.' },
  sign_in_again: {
    title: 'Lütfen siz olduğunuzu doğrulayın',
    advice: 'Son girişin üzerinden on dakikadan çok geçtiyse bu adım parolanızı yeniden sorar.',
  },
  stamp_and_key: { title: 'Reddedildi', advice: 'Bu istek dışarıdan gelemez.' },
  not_found: { title: 'Bulunamadı', advice: 'Kaldırılmış olabilir veya adreste yazım hatası var.' },
  request_timeout: { title: 'İstek çok uzun sürdü', advice: 'Bağlantınızı denetleyip yeniden deneyin.' },
  state_conflict: {
    title: 'Şu anki durumda mümkün değil',
    advice: 'Geri dönün, bakın ve yeniden deneyin.',
  },
  device_offline: { title: 'Bilgisayar çevrimdışı', advice: 'Bağlandığında yeniden deneyin.' },
  version_stale: {
    title: 'Bunu bu arada başka biri değiştirdi',
    advice: 'Güncel değerleri yükleyip değişikliğinizi yeniden girin.',
  },
  too_large: { title: 'Bir defada çok fazla', advice: 'Girdileri kısaltıp yeniden deneyin.' },
  target_too_long: { title: 'Adres çok uzun', advice: 'Daha kısa süzgeçler kullanın.' },
  invalid: { title: 'Bazı girdiler geçerli değil', advice: 'Geri dönüp düzeltin.' },
  version_required: { title: 'İstek eksikti', advice: 'Sayfayı yeniden açıp değişikliği yeniden yapın.' },
  rate_limited: { title: 'Çok fazla istek', advice: 'Biraz bekleyip yeniden deneyin.' },
  head_too_large: {
    title: 'İstek çok büyüktü',
    advice: 'Bu sitenin çerezlerini silip yeniden oturum açın.',
  },
  internal: {
    title: 'Bizim tarafımızda bir sorun oluştu',
    advice: 'Yeniden deneyin. Sürerse aşağıdaki başvuru numarasını bildirin.',
  },
  not_supported: { title: 'Desteklenmiyor', advice: 'Bu işlev kullanılamıyor.' },
  upstream_unavailable: {
    title: 'Bir hizmet yanıt vermedi',
    advice: 'Genellikle bir dakika içinde geri gelir. Yeniden deneyin.',
  },
  unavailable: {
    title: 'Şu anda kullanılamıyor',
    advice: 'Genellikle bir dakika içinde geri gelir. Yeniden deneyin.',
  },
  device_timeout: {
    title: 'Bilgisayar zamanında yanıt vermedi',
    advice: 'Açık olduğunu denetleyip yeniden deneyin.',
  },
  upstream_timeout: { title: 'Bir hizmet zamanında yanıt vermedi', advice: 'Biraz sonra yeniden deneyin.' },
}
