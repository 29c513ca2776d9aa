/** Where the system's share sheet sends files (web app manifest, share_target); the service worker receives them. */
export const sharePath = '/partage'
/** The page where the person chooses the event of shared files. */
export const sharedPage = '/participant/partage'
/** Form field of the files, as in the manifest. */
export const sharedField = 'medias'
