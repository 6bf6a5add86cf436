/** The package's version; a test holds it to `package.json`. Written here so that a bundle needs no file beside it. */
export const VERSION = "0.1.0";
