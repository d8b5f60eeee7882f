import "../style/site.css";
