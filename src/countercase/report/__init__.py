"""Reports and charts from one set of templates and one SVG kit, for the command line and the page."""
