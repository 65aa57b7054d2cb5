declare module 'pg/lib/utils.js' {
  const utils: {
    /** How a JavaScript value is written as a statement's parameter. */
    prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
