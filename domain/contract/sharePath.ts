/** Where the system's share sheet sends files (web app manifest, share_target); the service worker takes them there. */
export const sharePath = '/partage'
/** The page that asks which event shared files are for. */
export const sharedPage = '/participant/partage'
/** The field of the form they come in, as the manifest names it. */
export const sharedField = 'medias'
