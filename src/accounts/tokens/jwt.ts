let loading: Promise<typeof import('jsonwebtoken')> | undefined;

/** The library for JSON Web Tokens, loaded with the first token: it brings 75 modules, and many services see none. */
export const jwtLibrary = () => {
  loading ??= import('jsonwebtoken').then((loaded) => loaded.default);
  return loading;
};
