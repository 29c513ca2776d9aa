/**
 * React, bundled as one script. The first script imports this file and not the library, which is CommonJS: the bundler's
 * helpers for such a module would be one more script of every page, requested before its first paint.
 */
export { createRoot } from 'react-dom/client'
