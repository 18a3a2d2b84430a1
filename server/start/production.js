// The first import of server/main.js: React and the identity service look at NODE_ENV when they are loaded, and React's
// development version is twice as slow.
if (!process.argv.includes('--dev')) process.env['NODE_ENV'] = 'production';
